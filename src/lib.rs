//! Outflank: an Othello engine for other programs.
//!
//! The rooms of the house, each knowing only those above it in this list:
//!
//! | room | answers for |
//! | --- | --- |
//! | [`othello`] | the rules: bitboards, positions, games, perft |
//! | [`eval`] | what a position is worth without searching it |
//! | [`search`] | the best moves of a position within limits |
//! | [`formats`] | positions and games as text and in files |
//! | [`book`] | the opening moves known beforehand |
//! | [`engine`] | one playing session, with a search in its own thread |
//! | [`protocol`] | the conversations with other programs, one room a protocol |
//! | [`lines`] | lines of any input, for whoever reads them |
//! | [`random`] | seeded random numbers, for whoever needs them |
//! | [`training`] | from games to the weights of the evaluation, beside `protocol` |
//! | [`commands`] | what the executable does besides playing, beside `protocol` |

pub mod book;
pub mod commands;
pub mod engine;
pub mod eval;
pub mod files;
pub mod formats;
pub mod lines;
pub mod othello;
pub mod protocol;
pub mod random;
pub mod search;
pub mod training;
