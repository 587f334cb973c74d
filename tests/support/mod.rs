//! What the tests of subcommands share.

use std::fs;
use std::path::PathBuf;

/// A folder of its own for one test, removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("outflank-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder can be made among the temporary files");
        Self(path)
    }

    /// The path of the file with this name in it.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// The path of a file with this content.
    #[allow(dead_code, reason = "not every test that shares the folder writes files into it")]
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, content).expect("the folder can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
