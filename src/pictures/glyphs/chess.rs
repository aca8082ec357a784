//! The pieces of chess.

use super::Part::{self, Body, Line, Spot};

/// The base that all of them but the knight stand on.
const BASE: Part = Body("M25 80h50l5 10H20Z");

pub const PAWN: &[Part] =
    &[Body("M36 80C37 66 45 62 45 50h10C55 62 63 66 64 80Z"), Body("M50 22a14 14 0 1 0 .01 0Z"), BASE];

pub const ROOK: &[Part] =
    &[Body("M25 18h12v8h8v-8h10v8h8v-8h12v20l-8 8v26l6 8H27l6-8V46l-8-8Z"), Line("M33 46h34M33 72h34"), BASE];

pub const BISHOP: &[Part] = &[
    Body("M36 80l3-13h22l3 13Z"),
    Body("M50 19C66 31 73 45 67 58C65 63 62 66 60 68H40C38 66 35 63 33 58C27 45 34 31 50 19Z"),
    Body("M50 8a6 6 0 1 0 .01 0Z"),
    Line("M50 34v20M41 43h18"),
    BASE,
];

pub const KNIGHT: &[Part] = &[
    Body(
        "M33 80C32 66 48 62 50 49C43 54 38 56 31 58C25 60 19 54 22 48C27 41 30 36 33 29L33 15L43 22C63 21 76 39 75 80Z",
    ),
    Spot("M39 31a3.2 3.2 0 1 0 .01 0Z"),
    Line("M27 50l3-2M56 29C67 38 69 54 68 70"),
    BASE,
];

pub const QUEEN: &[Part] = &[
    Body("M29 80L17 36L35 56L36 26L50 52L64 26L65 56L83 36L71 80Z"),
    Body(
        "M17 27a5.5 5.5 0 1 0 .01 0ZM36 16a5.5 5.5 0 1 0 .01 0ZM64 16a5.5 5.5 0 1 0 .01 0ZM83 27a5.5 5.5 0 1 0 .01 0Z",
    ),
    Line("M31 69h38"),
    BASE,
];

pub const KING: &[Part] = &[
    Body("M46 8h8v7h7v8h-7v12h-8V23h-7v-8h7Z"),
    Body("M50 40C57 27 82 30 80 49C79 60 70 66 68 80H32C30 66 21 60 20 49C18 30 43 27 50 40Z"),
    Line("M50 42v26M33 69h34"),
    BASE,
];
