//! Which protocol is spoken: the first line tells.

use std::sync::mpsc::Receiver;

use super::cecp::Cecp;
use super::lines::Line;
use super::uci::Uci;
use super::usi::Usi;
use super::{Message, Protocol};

/// Waits for the first line with anything in it. Returns the protocol that it is in, and the line itself, which is still to be
/// read; another message if there is no such line.
pub fn detect(inbox: &Receiver<Message>) -> (Box<dyn Protocol>, Option<Message>) {
    let first = inbox.iter().find(|message| !is_blank(message));
    let greeting = match &first {
        Some(Message::Line(_, Line::Text(text))) => text.split_whitespace().next(),
        _ => None,
    };
    (greeted(greeting.unwrap_or_default()), first)
}

fn is_blank(message: &Message) -> bool {
    matches!(message, Message::Line(_, Line::Text(text)) if text.trim().is_empty())
}

/// The protocol in which a dialogue begins with this word. People and scripts leave the greeting out; they speak UCI.
fn greeted(word: &str) -> Box<dyn Protocol> {
    match word.to_ascii_lowercase().as_str() {
        "usi" => Box::new(Usi),
        "xboard" | "protover" => Box::<Cecp>::default(),
        _ => Box::new(Uci),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Instant;

    use super::*;
    use crate::notation::Dialect;

    fn detected(lines: &[&str]) -> (Dialect, Option<String>, usize) {
        let (sender, inbox) = mpsc::channel();
        for line in lines {
            sender.send(Message::Line(Instant::now(), Line::Text((*line).to_owned()))).expect("somebody listens");
        }
        sender.send(Message::End).expect("somebody listens");
        let (protocol, first) = detect(&inbox);
        let first = match first {
            Some(Message::Line(_, Line::Text(text))) => Some(text),
            _ => None,
        };
        (protocol.dialect(), first, inbox.try_iter().count())
    }

    #[test]
    fn the_first_word_decides() {
        assert_eq!(detected(&["usi", "isready"]), (Dialect::Usi, Some("usi".to_owned()), 2));
        assert_eq!(detected(&["", " \t", " USI "]), (Dialect::Usi, Some(" USI ".to_owned()), 1));
        for line in ["uci", "isready", "usinewgame", "xyzzy usi", "position startpos"] {
            assert_eq!(detected(&[line, "usi"]), (Dialect::Uci, Some(line.to_owned()), 2), "{line}");
        }
        assert_eq!(detected(&[""]), (Dialect::Uci, None, 0));
    }
}
