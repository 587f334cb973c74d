//! The rules against published counts and against an obvious, slow version of themselves.

use outflank::othello::{Bitboard, Position, Square, Symmetry, paths, perft};
use outflank::random::Random;

/// Any two disjoint sets; the number of empties varies from none to most of the board.
fn any_position(random: &mut Random) -> Position {
    let mut filled = random.bits();
    match random.bits() % 4 {
        0 => filled &= random.bits(),
        1 => filled |= random.bits(),
        2 => filled |= random.bits() | random.bits(),
        _ => {}
    }
    let side = random.bits();
    Position::new(Bitboard(filled & side), Bitboard(filled & !side)).expect("disjoint by construction")
}

/// The rule as it is told to a beginner: walk over the opponent's discs until one's own is met.
fn flips_by_walking(mover: Bitboard, opponent: Bitboard, square: Square) -> Bitboard {
    let mut flipped = Bitboard::EMPTY;
    for (column_step, row_step) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let mut line = Bitboard::EMPTY;
        let (mut column, mut row) = (square.column() as i8, square.row() as i8);
        loop {
            column += column_step;
            row += row_step;
            let Some(next) = u8::try_from(column)
                .ok()
                .zip(u8::try_from(row).ok())
                .and_then(|(column, row)| Square::at(column, row))
            else {
                break;
            };
            if opponent.contains(next) {
                line = line | Bitboard::of(next);
            } else {
                if mover.contains(next) {
                    flipped = flipped | line;
                }
                break;
            }
        }
    }
    flipped
}

#[test]
fn every_path_agrees_with_the_walk_on_a_million_random_positions() {
    let mut random = Random::new(1);
    let flip_paths = paths::flips();
    let move_paths = paths::moves();
    for _ in 0..1_000_000 {
        let position = any_position(&mut random);
        let (mover, opponent) = (position.mover(), position.opponent());
        let mut legal = Bitboard::EMPTY;
        for square in position.empty() {
            let expected = flips_by_walking(mover, opponent, square);
            for (name, flips) in &flip_paths {
                assert_eq!(flips(mover, opponent, square), expected, "{name} {square} {position:?}");
            }
            if !expected.is_empty() {
                legal = legal | Bitboard::of(square);
            }
        }
        for (name, moves) in &move_paths {
            assert_eq!(moves(mover, opponent), legal, "{name} {position:?}");
        }
    }
}

#[test]
fn every_edge_and_line_agrees_with_the_walk_by_exhaustion() {
    // Each of the 3^8 fillings of the top row, and of its images under the symmetries.
    for code in 0..3_u32.pow(8) {
        let (mut mover, mut opponent, mut rest) = (0, 0, code);
        for bit in 0..8 {
            match rest % 3 {
                1 => mover |= 1 << bit,
                2 => opponent |= 1 << bit,
                _ => {}
            }
            rest /= 3;
        }
        let row = Position::new(Bitboard(mover), Bitboard(opponent)).unwrap();
        for symmetry in Symmetry::all() {
            let position = symmetry.position(&row);
            for square in position.empty() {
                let expected = flips_by_walking(position.mover(), position.opponent(), square);
                for (name, flips) in paths::flips() {
                    assert_eq!(
                        flips(position.mover(), position.opponent(), square),
                        expected,
                        "{name} {position:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn moves_commute_with_the_symmetries() {
    let mut random = Random::new(2);
    for _ in 0..10_000 {
        let position = any_position(&mut random);
        for symmetry in Symmetry::all() {
            let image = symmetry.position(&position);
            assert_eq!(image.legal_moves(), symmetry.bitboard(position.legal_moves()));
            assert_eq!(symmetry.inverse().position(&image), position);
        }
    }
}

/// Published leaf counts from the start position, depth 1 first; a pass counts as a ply.
const PERFT: [u64; 12] =
    [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800, 1_939_886_636];

#[test]
fn perft_counts_are_the_published_ones_to_depth_11() {
    for (depth, leaves) in (1..=11).zip(PERFT) {
        assert_eq!(perft(&Position::START, depth), leaves, "depth {depth}");
    }
}

#[test]
#[ignore = "takes some seconds in a release build: run with --ignored"]
fn perft_count_is_the_published_one_at_depth_12() {
    assert_eq!(perft(&Position::START, 12), PERFT[11]);
}
