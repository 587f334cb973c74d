//! The notations read and written: published suites, and the archives of tournament
//! games where they are at hand.

mod data;
mod suites;
mod wthor;
