//! The notations read and written: laws on generated games, published suites, damaged input, and the archives of tournament
//! games where they are at hand.

mod data;
mod mutations;
mod round_trip;
mod suites;
mod wthor;
