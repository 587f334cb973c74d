//! Stable discs: a lower bound of the discs that no play can ever turn over.
//!
//! Edges come from a table made by playing every edge out in every way. A disc inside the board is stable if
//! in each of the four directions its line is full or a neighbour on it is stable.

use std::sync::LazyLock;

use super::Bitboard;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const INSIDE: u64 = 0x007e_7e7e_7e7e_7e00;

/// Discs of `own` that can never be turned over, whoever plays where. Some stable discs may be missing;
/// none that is not stable is in the set. `own` and `other` share no square.
pub fn stable_discs(own: Bitboard, other: Bitboard) -> Bitboard {
    let [rows, columns, falling, rising] = full_lines(own.0 | other.0);
    let inside = own.0 & INSIDE;
    let mut stable = stable_edge_discs(own, other).0 | inside & rows & columns & falling & rising;
    loop {
        let more = stable
            | inside
                & (rows | stable << 1 | stable >> 1)
                & (columns | stable << 8 | stable >> 8)
                & (falling | stable << 9 | stable >> 9)
                & (rising | stable << 7 | stable >> 7);
        if more == stable {
            return Bitboard(stable);
        }
        stable = more;
    }
}

/// Discs of `own` on the four edges that play on the edge they lie on can never turn over.
pub fn stable_edge_discs(own: Bitboard, other: Bitboard) -> Bitboard {
    let table = &*STABLE_ON_EDGE;
    let on_edge = |own: u64, other: u64| u64::from(table[own as usize & 0xff][other as usize & 0xff]);
    let (own, other) = (own.0, other.0);
    let top = on_edge(own, other);
    let bottom = on_edge(own >> 56, other >> 56);
    let left = on_edge(file_a(own), file_a(other));
    let right = on_edge(file_a(own >> 7), file_a(other >> 7));
    Bitboard(top | bottom << 56 | spread_on_file_a(left) | spread_on_file_a(right) << 7)
}

/// The squares whose row, column, falling (a1-h8) and rising (a8-h1) diagonal has no empty square.
fn full_lines(filled: u64) -> [u64; 4] {
    let mut rows = filled & filled >> 4;
    rows &= rows >> 2;
    rows &= rows >> 1;
    let rows = (rows & FILE_A) * 0xff;

    let mut columns = filled & filled.rotate_left(32);
    columns &= columns.rotate_left(16);
    columns &= columns.rotate_left(8);

    [rows, columns, !smeared::<9>(!filled), !smeared::<7>(!filled)]
}

/// Every square on a diagonal (`STEP` 9 or 7) that holds a square of `set`.
fn smeared<const STEP: u32>(set: u64) -> u64 {
    const NOT_FIRST: [u64; 3] = [0xfefe_fefe_fefe_fefe, 0xfcfc_fcfc_fcfc_fcfc, 0xf0f0_f0f0_f0f0_f0f0];
    const NOT_LAST: [u64; 3] = [0x7f7f_7f7f_7f7f_7f7f, 0x3f3f_3f3f_3f3f_3f3f, 0x0f0f_0f0f_0f0f_0f0f];
    // A step of 9 upwards moves one column to the right, a step of 7 one to the left.
    let (upwards, downwards) = if STEP == 9 { (NOT_FIRST, NOT_LAST) } else { (NOT_LAST, NOT_FIRST) };
    let (mut up, mut down) = (set, set);
    for round in 0..3 {
        let step = STEP << round;
        up |= up << step & upwards[round];
        down |= down >> step & downwards[round];
    }
    up | down
}

/// The squares of column a as one byte, a1 lowest.
fn file_a(set: u64) -> u64 {
    (set & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// One byte laid on column a, its lowest bit on a1.
fn spread_on_file_a(byte: u64) -> u64 {
    // Copies seven bits apart bring bit n to 8n. The eighth bit goes alone: its copies would meet the first's.
    ((byte & 0x7f) * 0x0000_0408_1020_4081) & FILE_A | byte >> 7 << 56
}

/// Axes: own discs on the edge, other discs on the edge; the stable ones among the own. 64 KiB.
static STABLE_ON_EDGE: LazyLock<Box<[[u8; 256]; 256]>> = LazyLock::new(|| {
    let mut table = Box::new([[0; 256]; 256]);
    let mut by_discs: Vec<u8> = (0..=255).collect();
    by_discs.sort_by_key(|filled| filled.count_zeros());
    for filled in by_discs {
        for own in (0..=filled).filter(|own| own & !filled == 0) {
            table[usize::from(own)][usize::from(filled ^ own)] = stable_on_edge(&table, own, filled ^ own);
        }
    }
    table
});

/// What stays `own` after every possible next disc on the edge, the table being known for fuller edges.
fn stable_on_edge(table: &[[u8; 256]; 256], own: u8, other: u8) -> u8 {
    let mut stable = own;
    for square in (0..8).filter(|square| (own | other) >> square & 1 == 0) {
        let disc = 1 << square;
        let won = edge_flips(own, other, square);
        stable &= table[usize::from(own | disc | won)][usize::from(other & !won)];
        let lost = edge_flips(other, own, square);
        stable &= table[usize::from(own & !lost)][usize::from(other | disc | lost)];
    }
    stable
}

/// The discs of `other` on one edge that a disc of `own` on `square` turns over.
fn edge_flips(own: u8, other: u8, square: u32) -> u8 {
    let run = |line: &mut dyn Iterator<Item = u32>| {
        let mut flipped = 0;
        for step in line {
            match 1 << step {
                disc if other & disc != 0 => flipped |= disc,
                disc if own & disc != 0 => return flipped,
                _ => return 0,
            }
        }
        0
    };
    run(&mut (square + 1..8)) | run(&mut (0..square).rev())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::{Position, Square};

    fn set(squares: &str) -> Bitboard {
        squares.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect()
    }

    #[test]
    fn corners_and_what_leans_on_them_are_stable() {
        assert_eq!(stable_discs(set("a1 b1 c1 e1"), set("")), set("a1 b1 c1"));
        assert_eq!(stable_discs(set("b1 c1"), set("")), set(""));
        assert_eq!(stable_discs(set("h8 h7 g8 g7"), set("a1")), set("h8 h7 g8"));
        assert_eq!(stable_discs(set("h8 h7 h6 g8 f8 g7"), set("a1")), set("h8 h7 h6 g8 f8 g7"));
    }

    #[test]
    fn a_full_edge_is_stable_for_both_sides() {
        let (own, other) = (set("b1 c1 f1"), set("a1 d1 e1 g1 h1"));
        assert_eq!(stable_discs(own, other), own);
        assert_eq!(stable_discs(other, own), other);
    }

    #[test]
    fn a_full_board_is_stable_and_an_empty_one_has_nothing() {
        let own = Bitboard(0x1234_5678_9abc_def0);
        assert_eq!(stable_discs(own, !own), own);
        assert_eq!(stable_discs(Bitboard::EMPTY, Bitboard::EMPTY), Bitboard::EMPTY);
    }

    #[test]
    fn full_lines_are_those_without_an_empty_square() {
        let directions = [(1_i8, 0_i8), (0, 1), (1, 1), (1, -1)];
        for shift in 0..64 {
            let empty = Bitboard(0x8000_0400_0010_0001_u64.rotate_left(shift));
            let full = full_lines(!empty.0);
            for square in Square::all() {
                for (direction, (column_step, row_step)) in directions.into_iter().enumerate() {
                    let on_line = |steps: i8| {
                        let column = u8::try_from(square.column() as i8 + steps * column_step).ok()?;
                        let row = u8::try_from(square.row() as i8 + steps * row_step).ok()?;
                        Square::at(column, row)
                    };
                    let holds_empty = (-7..=7).filter_map(on_line).any(|other| empty.contains(other));
                    assert_eq!(Bitboard(full[direction]).contains(square), !holds_empty, "{square}");
                }
            }
        }
    }

    #[test]
    fn no_random_play_turns_a_stable_disc_over() {
        let mut seed = 1_u64;
        for _ in 0..2000 {
            let mut position = Position::START;
            let (mut mine, mut theirs) = (Bitboard::EMPTY, Bitboard::EMPTY);
            while !position.is_over() {
                assert_eq!(mine.without(position.mover()), Bitboard::EMPTY, "{position:?}");
                assert_eq!(theirs.without(position.opponent()), Bitboard::EMPTY, "{position:?}");
                mine = stable_discs(position.mover(), position.opponent());
                theirs = stable_discs(position.opponent(), position.mover());
                let moves: Vec<Square> = position.legal_moves().collect();
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                position = match moves.get((seed >> 33) as usize % moves.len().max(1)) {
                    Some(&square) => position.play(square).unwrap(),
                    None => position.passed(),
                };
                (mine, theirs) = (theirs, mine);
            }
        }
    }
}
