//! Files that a user names: read with a bound, and not written over what is no plain file or still needed.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The content of a plain file of at most `most` bytes.
///
/// # Errors
/// It cannot be read, is no plain file (a pipe or a device may never end), or is longer.
pub fn read_plain(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    require_plain(path)?;
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("longer than {most} bytes")));
    }
    Ok(bytes)
}

/// Refuses what is there and is no plain file.
///
/// # Errors
/// The path leads to a folder, a pipe or a device. Nothing at all is no error.
pub fn require_plain(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Err(io::Error::new(ErrorKind::InvalidInput, "not a plain file")),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Whether both paths lead to one and the same file.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_files_are_read_to_their_bound_and_others_not_at_all() {
        let path = std::env::temp_dir().join(format!("outflank-{}-plain", std::process::id()));
        fs::write(&path, b"12345").unwrap();
        assert_eq!(read_plain(&path, 5).unwrap(), b"12345");
        assert_eq!(read_plain(&path, 4).unwrap_err().kind(), ErrorKind::FileTooLarge);
        assert!(is_same(&path, &path) && !is_same(&path, &std::env::temp_dir()));
        fs::remove_file(&path).unwrap();
        assert_eq!(read_plain(&path, 5).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(read_plain(&std::env::temp_dir(), 5).unwrap_err().kind(), ErrorKind::IsADirectory);
        #[cfg(unix)]
        assert_eq!(read_plain(Path::new("/dev/zero"), 5).unwrap_err().kind(), ErrorKind::InvalidInput);
    }
}
