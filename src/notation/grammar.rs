//! The grammar of position fields and moves, common to all games and dialects.

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_while_m_n};
use nom::character::complete::{anychar, char, digit0, multispace0, one_of, satisfy, space0};
use nom::combinator::{all_consuming, map, map_opt, opt, recognize, rest, success, value};
use nom::multi::many0;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use crate::board::Square;

/// One item of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankItem<'a> {
    /// So many empty squares.
    Empty(u8),
    /// A square that does not exist on this board (`*`, as `XBoard` writes it).
    Hole,
    /// Anything else, supposed to be a piece: one character, perhaps behind a `+`.
    Piece(&'a str),
}

/// Reads a rank into its items. Every text is a list of items; whether they make sense is for the caller to say.
#[must_use]
pub fn rank(text: &str) -> Vec<RankItem<'_>> {
    let item = alt((
        map(one_of::<_, _, nom::error::Error<&str>>("123456789"), |digit| RankItem::Empty(digit as u8 - b'0')),
        value(RankItem::Hole, char('*')),
        map(symbol, RankItem::Piece),
    ));
    many0(item).parse(text).map_or_else(|_| Vec::new(), |(_, items)| items)
}

/// One character, with a `+` before it if there is one.
fn symbol(input: &str) -> IResult<&str, &str> {
    alt((recognize((char('+'), anychar)), recognize(anychar))).parse(input)
}

/// Splits the first field of a FEN into the board and what stands in brackets behind it.
#[must_use]
pub fn board_and_hand(field: &str) -> (&str, Option<&str>) {
    let bracketed = (is_not("["), delimited(char('['), recognize(opt(is_not("]"))), char(']')));
    match all_consuming(bracketed).parse(field) as IResult<&str, (&str, &str)> {
        Ok((_, (board, hand))) => (board, Some(hand)),
        Err(_) => (field, None),
    }
}

/// Reads a hand: pieces, each perhaps behind a count (`2Lp`, `LLp`); a lone `-` is an empty hand.
/// `None` if a count has no piece behind it or is no small number.
#[must_use]
pub fn hand(text: &str) -> Option<Vec<(u32, &str)>> {
    if text == "-" {
        return Some(Vec::new());
    }
    let count = map_opt(digit0, |digits: &str| if digits.is_empty() { Some(1) } else { digits.parse().ok() });
    let held = (count, recognize(satisfy(|c| !c.is_ascii_digit())));
    let read: IResult<&str, Vec<(u32, &str)>> = all_consuming(many0(held)).parse(text);
    read.ok().map(|(_, pieces)| pieces)
}

/// Reads points, `white:black`.
#[must_use]
pub fn points(text: &str) -> Option<[u32; 2]> {
    let (white, black) = text.split_once(':')?;
    Some([number(white)?, number(black)?])
}

/// Reads a number that consists of digits only and fits.
#[must_use]
pub fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// What stands behind the squares of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `+`: turned to the `+` face.
    Plus,
    /// `-`: turned to the plain face.
    Minus,
    /// A lower-case letter, as in UCI.
    Letter(char),
}

/// A square of which file or rank may be unknown (SAN gives only what is needed).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// 0 = file a.
    pub file: Option<u8>,
    /// 0 = first rank.
    pub rank: Option<u8>,
}

impl Place {
    /// Whether `square` can be meant.
    #[must_use]
    pub fn fits(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file()) && self.rank.is_none_or(|rank| rank == square.rank())
    }
}

/// A move as it is written, before anyone has looked for it among the legal ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveText<'a> {
    /// A move between squares as UCI and USI write it: `a7b8f`.
    Coordinates {
        /// The origin.
        from: Square,
        /// The target.
        to: Square,
        /// What stands behind the squares.
        ending: Option<Ending>,
    },
    /// A drop: `+L@b3`, `L*3c`.
    Drop {
        /// The piece as FEN calls it, or by its own letter.
        symbol: &'a str,
        /// The target.
        to: Square,
    },
    /// A move with its piece, as books, PGN and SAN write it: `R a4-d4=M`, `Ra4-d4/N`, `Nbd7`.
    Piece {
        /// The letter of the piece that moves; a pawn if there is none.
        letter: Option<char>,
        /// What is known of the origin.
        from: Place,
        /// Whether a capture is said (`x`) or denied (`-`).
        captures: Option<bool>,
        /// The target.
        to: Square,
        /// What stands on the target afterwards, if said.
        becomes: Option<char>,
        /// What stays on the origin, if said.
        left: Option<char>,
    },
    /// `O-O` or `O-O-O`.
    Castle {
        /// Towards the a-file.
        long: bool,
    },
}

/// How squares are written: by file letter and rank number, or as in shogi on a board of the given size.
#[derive(Clone, Copy, Debug)]
pub enum Grid {
    /// `a1` is the lower left corner.
    Chess,
    /// `1a` is the upper right corner of a board of files x ranks.
    Shogi { files: u8, ranks: u8 },
}

fn chess_square(input: &str) -> IResult<&str, Square> {
    map_opt(take_while_m_n(2, 2, |c: char| c.is_ascii_alphanumeric()), Square::parse).parse(input)
}

/// A square in the way of `grid`.
fn square(grid: Grid) -> impl Fn(&str) -> IResult<&str, Square> {
    move |input| match grid {
        Grid::Chess => chess_square(input),
        Grid::Shogi { files, ranks } => {
            let (input, (file, rank)) = (one_of("12345678"), one_of("abcdefgh")).parse(input)?;
            let (file, rank) = (file as u8 - b'0', rank as u8 - b'a');
            if file > files || rank >= ranks {
                return Err(nom::Err::Error(nom::error::make_error(input, nom::error::ErrorKind::Verify)));
            }
            Ok((input, Square::new(files - file, ranks - 1 - rank)))
        }
    }
}

fn ending(input: &str) -> IResult<&str, Ending> {
    alt((
        value(Ending::Plus, char('+')),
        value(Ending::Minus, char('-')),
        map(satisfy(|c| c.is_ascii_lowercase()), Ending::Letter),
    ))
    .parse(input)
}

fn coordinates<'a>(grid: Grid) -> impl Parser<&'a str, Output = MoveText<'a>, Error = nom::error::Error<&'a str>> {
    map((square(grid), square(grid), opt(ending)), |(from, to, ending)| MoveText::Coordinates { from, to, ending })
}

fn drop<'a>(grid: Grid) -> impl Parser<&'a str, Output = MoveText<'a>, Error = nom::error::Error<&'a str>> {
    let mark = match grid {
        Grid::Chess => '@',
        Grid::Shogi { .. } => '*',
    };
    map((symbol, char(mark), square(grid)), |(symbol, _, to)| MoveText::Drop { symbol, to })
}

/// Reads a whole move as UCI ([`Grid::Chess`]) or USI ([`Grid::Shogi`]) writes it.
#[must_use]
pub fn plain_move(text: &str, grid: Grid) -> Option<MoveText<'_>> {
    all_consuming(alt((coordinates(grid), drop(grid)))).parse(text).ok().map(|(_, mv)| mv)
}

fn upper(input: &str) -> IResult<&str, char> {
    satisfy(|c| c.is_ascii_uppercase()).parse(input)
}

fn castle(input: &str) -> IResult<&str, MoveText<'_>> {
    alt((
        value(MoveText::Castle { long: true }, alt((tag("O-O-O"), tag("0-0-0")))),
        value(MoveText::Castle { long: false }, alt((tag("O-O"), tag("0-0")))),
    ))
    .parse(input)
}

/// What stays behind: `; a4=N` in books, `/N` in PGN.
fn left(input: &str) -> IResult<&str, char> {
    alt((preceded((char(';'), space0, chess_square, char('=')), upper), preceded(char('/'), upper))).parse(input)
}

/// Origin, stroke and target. The origin may be missing or half known, so all shapes are tried, longest first.
fn journey(input: &str) -> IResult<&str, (Place, Option<bool>, Square)> {
    let stroke = || alt((value(Some(true), one_of("x:")), value(Some(false), char('-')), success(None)));
    let file = || map(one_of("abcdefgh"), |c| c as u8 - b'a');
    let row = || map(one_of("12345678"), |c| c as u8 - b'1');
    let whole = map(chess_square, |from| Place { file: Some(from.file()), rank: Some(from.rank()) });
    alt((
        (whole, stroke(), chess_square),
        (map(file(), |file| Place { file: Some(file), rank: None }), stroke(), chess_square),
        (map(row(), |rank| Place { file: None, rank: Some(rank) }), stroke(), chess_square),
        (success(Place::default()), stroke(), chess_square),
    ))
    .parse(input)
}

fn piece_move(input: &str) -> IResult<&str, MoveText<'_>> {
    // Some programs leave the `=` out: `e8Q`.
    let becomes = opt(preceded(opt(char('=')), upper));
    map((opt(terminated(upper, space0)), journey, becomes, opt(left)), |(letter, journey, becomes, left)| {
        let (from, captures, to) = journey;
        MoveText::Piece { letter, from, captures, to, becomes, left }
    })
    .parse(input)
}

/// Reads a whole move as books and PGN write it, SAN included; `e.p.` and any of `marks` (of check, mate, praise) may stand
/// behind it.
#[must_use]
pub fn worded_move<'a>(text: &'a str, marks: &'static str) -> Option<MoveText<'a>> {
    let any = alt((castle, drop(Grid::Chess), piece_move));
    let marks = (opt(alt((tag("e.p."), tag("ep")))), many0(one_of(marks)));
    all_consuming(terminated(any, marks)).parse(text).ok().map(|(_, mv)| mv)
}

/// Splits a list of moves in any mixture of dialects into its moves.
///
/// Moves stand apart by blanks or commas. A book move contains a blank itself (`R a4-d4; a4=N`) and stays whole; move
/// numbers (`12.`, `3...`) are dropped.
#[must_use]
pub fn split_moves(list: &str) -> Vec<&str> {
    let separators = || recognize(many0(one_of(" \t\r\n,")));
    let counted = recognize((satisfy(|c| c.is_ascii_digit()), digit0, char('.'), many0(char('.'))));
    let book =
        recognize((upper, char(' '), chess_square, one_of("-x"), chess_square, opt(is_not(" \t\r\n,;")), opt(staying)));
    let token = alt((map(counted, |_| None), map(book, Some), map(is_not(" \t\r\n,"), Some)));
    let mut read = many0(preceded(separators(), token));
    let tokens: IResult<&str, Vec<Option<&str>>> = read.parse(list);
    tokens.map_or_else(|_| Vec::new(), |(_, tokens)| tokens.into_iter().flatten().collect())
}

/// The second half of a book move that splits a piece.
fn staying(input: &str) -> IResult<&str, &str> {
    recognize((char(';'), multispace0, chess_square, char('='), upper)).parse(input)
}

/// Splits a text at its first blank, both sides trimmed.
#[must_use]
pub fn first_word(text: &str) -> (&str, &str) {
    let blank = |c: char| c.is_whitespace();
    let mut halves = (terminated(is_not(" \t\r\n"), multispace0), rest);
    let read: IResult<&str, (&str, &str)> = halves.parse(text.trim_matches(blank));
    read.map_or(("", ""), |(_, halves)| halves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_split_into_items() {
        let items = rank("1a+P*x9");
        let (empty, piece) = (RankItem::Empty, RankItem::Piece);
        assert_eq!(items, [empty(1), piece("a"), piece("+P"), RankItem::Hole, piece("x"), empty(9)]);
        assert_eq!(rank("é+"), [piece("é"), piece("+")]);
    }

    #[test]
    fn hands_count() {
        assert_eq!(hand("2Lp"), Some(vec![(2, "L"), (1, "p")]));
        assert_eq!(hand("-"), Some(vec![]));
        assert_eq!(hand("L2"), None);
        assert_eq!(hand("99999999999L"), None);
        assert_eq!(board_and_hand("8/8[Bp]"), ("8/8", Some("Bp")));
        assert_eq!(board_and_hand("8/8[]"), ("8/8", Some("")));
        assert_eq!(board_and_hand("8/8[B"), ("8/8[B", None));
    }

    #[test]
    fn lists_keep_book_moves_whole() {
        assert_eq!(
            split_moves("1. R a4-d4; a4=N, b1c3n 2... Ra4-d4/N\tL*3c"),
            ["R a4-d4; a4=N", "b1c3n", "Ra4-d4/N", "L*3c"]
        );
        assert_eq!(split_moves(" ,, "), [""; 0]);
        assert_eq!(split_moves("K x"), ["K", "x"]);
    }

    #[test]
    fn shogi_squares_count_from_the_upper_right() {
        let grid = Grid::Shogi { files: 4, ranks: 5 };
        let square = |text| Square::parse(text).unwrap();
        let expected = MoveText::Coordinates { from: square("d2"), to: square("d3"), ending: None };
        assert_eq!(plain_move("1d1c", grid), Some(expected));
        assert_eq!(plain_move("5a1c", grid), None);
        assert_eq!(plain_move("+L*3c", grid), Some(MoveText::Drop { symbol: "+L", to: square("b3") }));
    }
}
