//! The folder of public data that larger tests read where it is present; it is no part of the project.

use std::path::{Path, PathBuf};

/// The folder `name` in `../shared/data`, or in the folder that `OUTFLANK_DATA` names; where it is not there
/// the test says so in one line and has nothing to do.
#[expect(clippy::print_stdout, reason = "a test that has nothing to do says so")]
pub fn folder(name: &str) -> Option<PathBuf> {
    let data = std::env::var_os("OUTFLANK_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"), PathBuf::from);
    let folder = data.join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("no folder `{name}` in ../shared/data or OUTFLANK_DATA: nothing read from it");
    None
}
