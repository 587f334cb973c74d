//! Outflank: an Othello engine for other programs.
//!
//! The rooms of the house, each knowing only those above it in this list:
//!
//! | room | answers for |
//! | --- | --- |
//! | [`othello`] | the rules: bitboards, positions, games, perft |
//! | [`eval`] | what a position is worth without searching it |
//! | [`search`] | the best moves of a position within limits |

pub mod eval;
pub mod formats;
pub mod othello;
pub mod search;
