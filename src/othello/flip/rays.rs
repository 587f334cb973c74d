//! The squares seen from each square in each of the eight directions.

/// Steps of the four directions towards higher square indices: right, down, down-left, down-right.
pub(super) const STEPS: [u32; 4] = [1, 8, 7, 9];

/// For each square, the ray in each direction of [`STEPS`], without the square itself.
pub(super) static UP: [[u64; 4]; 64] = rays(&[(1, 0), (0, 1), (-1, 1), (1, 1)]);

/// For each square, the ray against each direction of [`STEPS`], without the square itself.
pub(super) static DOWN: [[u64; 4]; 64] = rays(&[(-1, 0), (0, -1), (1, -1), (-1, -1)]);

/// Axes: square, direction (column step, row step).
const fn rays(directions: &[(i32, i32); 4]) -> [[u64; 4]; 64] {
    let mut all = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (column_step, row_step) = directions[direction];
            let mut column = square as i32 % 8 + column_step;
            let mut row = square as i32 / 8 + row_step;
            while column >= 0 && column < 8 && row >= 0 && row < 8 {
                all[square][direction] |= 1 << (row * 8 + column);
                column += column_step;
                row += row_step;
            }
            direction += 1;
        }
        square += 1;
    }
    all
}
