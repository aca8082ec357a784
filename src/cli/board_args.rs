//! The option that says how a board is drawn in a terminal.

use std::env;
use std::io::{self, IsTerminal};

use bonsai::notation::BoardStyle;
use clap::ValueEnum;

/// How boards are drawn.
#[derive(clap::Args)]
pub struct BoardArgs {
    /// Draw the board in this way.
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = Board::Auto)]
    board: Board,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Board {
    /// Colours in a terminal, unless the variable `NO_COLOR` is set; letters elsewhere.
    Auto,
    /// Letters.
    Ascii,
    /// Lines, and figures for chess.
    Unicode,
    /// Colours.
    Ansi,
}

impl BoardArgs {
    /// The style that is named; `None` if that is left to what stdout is.
    pub fn named(&self) -> Option<BoardStyle> {
        match self.board {
            Board::Auto => None,
            Board::Ascii => Some(BoardStyle::Ascii),
            Board::Unicode => Some(BoardStyle::Unicode),
            Board::Ansi => Some(BoardStyle::Ansi),
        }
    }

    /// The style that is asked for; `None` if nothing is, and stdout is no terminal that shows colours.
    pub fn style(&self) -> Option<BoardStyle> {
        let left_open = self.board == Board::Auto && shows_colours();
        self.named().or(left_open.then_some(BoardStyle::Ansi))
    }
}

/// Whether stdout is a terminal with colours that the user wants to see (<https://no-color.org>).
fn shows_colours() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
    io::stdout().is_terminal() && !is_set("NO_COLOR") && !dumb
}
