//! Lines out of a stream that may hold anything.

use std::io::{self, BufRead, ErrorKind};

/// Longer lines are not kept: no command and no position comes near, and memory is not the caller's to fill.
pub const MAX_LINE: usize = 4 << 20;

/// Reads up to the next line end into `line`, without it: LF, with any number of CR before it.
///
/// `Some(false)` for a line over [`MAX_LINE`] bytes, which is read to its end and not kept; `None` at the end
/// of input.
///
/// # Errors
/// The input cannot be read.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    let mut read_any = false;
    let mut kept = true;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            break;
        }
        read_any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        kept &= line.len() + part.len() <= MAX_LINE;
        if kept {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if !read_any {
        return Ok(None);
    }
    while line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(Some(kept))
}
