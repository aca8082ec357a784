//! The leapers and hoppers of the forest.

use super::Part::{self, Body, Limb, Line, Spot};

/// A counsellor's small crown.
pub const FERZ: &[Part] = &[
    Body("M34 80L22 44L40 58L50 34L60 58L78 44L66 80Z"),
    Body("M50 22a6 6 0 1 0 .01 0Z"),
    Line("M36 70h28"),
    Body("M27 80h46l5 10H22Z"),
];

/// An elephant's head from the side, ear, tusk and trunk.
pub const ELEPHANT: &[Part] = &[
    Body(
        "M84 88V50C84 30 70 18 52 18C35 18 26 30 24 44C22 58 20 66 14 72C11 76 12 82 17 84C27 86 36 76 38 62C40 72 46 80 50 88Z",
    ),
    Body("M56 34C68 26 80 36 79 50C78 64 66 70 58 62C52 56 50 40 56 34Z"),
    Spot("M40 36a3.5 3.5 0 1 0 .01 0Z"),
    Line("M36 60C32 66 28 66 26 64"),
];

/// A tower of planks on two wheels.
pub const SIEGE_TOWER: &[Part] = &[
    Body("M30 14h40l4 14v46H26V28Z"),
    Line("M26 28h48M27 44h46M27 59h46M42 44v15M58 44v15"),
    Body("M18 70h64v8H18Z"),
    Body("M32 72a9 9 0 1 0 .01 0ZM68 72a9 9 0 1 0 .01 0Z"),
    Spot("M32 78.5a2.5 2.5 0 1 0 .01 0ZM68 78.5a2.5 2.5 0 1 0 .01 0Z"),
];

/// A camel that walks to the left.
pub const CAMEL: &[Part] = &[
    Body(
        "M10 30C8 24 14 18 22 18L28 14L30 20C33 26 31 34 32 42C33 48 38 46 41 40C46 26 54 24 58 32C61 38 62 24 70 24C79 24 82 36 85 46C88 56 84 60 83 66L85 90H77L74 68C66 64 54 66 48 66L46 90H38L36 64C26 62 22 54 22 44L21 32C18 34 12 34 10 30Z",
    ),
    Spot("M22 22a2.4 2.4 0 1 0 .01 0Z"),
    Limb("M85 48C91 52 91 58 90 64"),
];

/// A grasshopper that sits facing left, its hind leg bent.
pub const GRASSHOPPER: &[Part] = &[
    Limb("M24 46C20 34 22 24 30 16M20 46C13 38 10 30 12 20"),
    Body("M12 54C12 44 22 40 30 44C48 40 74 50 92 62C80 72 44 76 26 68C17 68 12 62 12 54Z"),
    Limb("M30 68L22 86H14M42 70L38 86H30"),
    Line("M34 46C52 52 72 56 88 61"),
    Body("M46 66C52 50 60 32 72 24C76 22 79 26 77 30C70 40 60 56 56 70Z"),
    Limb("M75 27L86 84L96 88"),
    Spot("M21 49a3.5 3.5 0 1 0 .01 0Z"),
];
