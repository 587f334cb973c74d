//! The picture of a game: its score after each turn, and the worst losses.

use std::io;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::Color as _;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::turns::JudgedTurn;
use crate::eval::Value;
use crate::othello::Color;

/// In pixels.
const SIZE: (u32, u32) = (1000, 520);

/// At most so many losses are marked.
const MARKS: usize = 6;

/// The smallest loss that is marked, in discs: on a full board scores are even, so that no mistake costs less.
const LEAST: f64 = 2.0;

/// Distance of a label from its mark, in pixels.
const LABEL_DISTANCE: i32 = 12;

const PROVEN: RGBColor = RGBColor(20, 80, 160);
const ESTIMATED: RGBColor = RGBColor(130, 170, 215);
const MARK: RGBColor = RGBColor(200, 30, 30);
const BLACKS_HALF: RGBColor = RGBColor(232, 232, 232);

type Drawn<T> = Result<T, DrawingAreaErrorKind<io::Error>>;
type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The picture as SVG: the score after each turn seen by black, proven where the curve is dark, and the worst moves
/// with what they lost.
///
/// # Errors
/// The parts of the picture find no room in it.
pub(super) fn draw(title: &str, turns: &[JudgedTurn]) -> Drawn<String> {
    let mut picture = String::new();
    {
        let area = SVGBackend::with_string(&mut picture, SIZE).into_drawing_area();
        let mut chart = axes(&area, title, turns)?;
        draw_curve(&mut chart, turns)?;
        for turn in worst(turns) {
            mark(&mut chart, turn)?;
        }
        area.present()?;
    }
    Ok(picture)
}

/// The empty picture, with room for every score.
fn axes<'a>(
    area: &DrawingArea<SVGBackend<'a>, Shift>,
    title: &str,
    turns: &[JudgedTurn],
) -> Drawn<Chart<'a>> {
    let last = turns.len().max(1) as f64;
    let highest = curve(turns).map(|(_, score)| score.abs()).fold(0.0, f64::max);
    // Whole steps of eight discs, and a label's height beyond the highest score.
    let top = 8.0 * ((highest + 4.0) / 8.0).ceil();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..last, -top..top)?;
    chart.draw_series([Rectangle::new([(0.0, 0.0), (last, top)], BLACKS_HALF.filled())])?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.15))
        .x_labels(13)
        .y_labels(9)
        .x_label_formatter(&|ply| format!("{ply:.0}"))
        .y_label_formatter(&|score| if *score == 0.0 { "0".to_owned() } else { format!("{score:+.0}") })
        .x_desc("turn")
        .y_desc("score for black, in discs")
        .axis_desc_style(("sans-serif", 14))
        .label_style(("sans-serif", 13))
        .draw()?;
    chart.draw_series([PathElement::new([(0.0, 0.0), (last, 0.0)], BLACK)])?;
    Ok(chart)
}

/// Where the game stood after each turn, from before the first.
fn curve(turns: &[JudgedTurn]) -> impl Iterator<Item = (f64, f64)> + '_ {
    let start = turns.first().map(|turn| (0.0, for_black(turn, turn.best_value)));
    start.into_iter().chain(turns.iter().map(point))
}

fn point(turn: &JudgedTurn) -> (f64, f64) {
    (turn.ply as f64, for_black(turn, turn.value))
}

/// A value of this turn in discs, seen by black.
fn for_black(turn: &JudgedTurn, value: Value) -> f64 {
    let value = if turn.side == Color::Black { value } else { -value };
    f64::from(value.hundredths()) / 100.0
}

/// The curve, each step in the colour of what is known of it.
fn draw_curve(chart: &mut Chart, turns: &[JudgedTurn]) -> Drawn<()> {
    let steps = curve(turns).zip(curve(turns).skip(1)).zip(turns);
    chart.draw_series(steps.map(|((from, to), turn)| {
        let color = if turn.exact { PROVEN } else { ESTIMATED };
        PathElement::new([from, to], color.stroke_width(3))
    }))?;
    Ok(())
}

/// The turns that lost most, worst first.
fn worst(turns: &[JudgedTurn]) -> Vec<&JudgedTurn> {
    let mut worst: Vec<&JudgedTurn> = turns.iter().filter(|turn| turn.loss().as_f64() >= LEAST).collect();
    worst.sort_by_key(|turn| std::cmp::Reverse(turn.loss()));
    worst.truncate(MARKS);
    worst
}

/// A disc of the mover's colour where the move led, and its name with the loss on the side to which the curve turned.
fn mark(chart: &mut Chart, turn: &JudgedTurn) -> Drawn<()> {
    let (disc, vertical, distance) = match turn.side {
        Color::Black => (BLACK, VPos::Top, LABEL_DISTANCE),
        Color::White => (WHITE, VPos::Bottom, -LABEL_DISTANCE),
    };
    let last = chart.x_range().end;
    let horizontal = if turn.ply as f64 > 0.93 * last { HPos::Right } else { HPos::Center };
    let label = format!("{}. {} -{}", turn.ply, turn.turn, turn.shown_loss());
    let style = ("sans-serif", 14).into_font().color(&MARK).pos(Pos::new(horizontal, vertical));
    chart.draw_series([EmptyElement::at(point(turn))
        + Circle::new((0, 0), 6, disc.filled())
        + Circle::new((0, 0), 6, MARK.stroke_width(2))
        + Text::new(label, (0, distance), style)])?;
    Ok(())
}
