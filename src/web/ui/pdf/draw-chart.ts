import { paperSizes } from '#web/theme/paper.ts';
import { type Axis, scaleOf, ticksOf, widenAxis } from '#web/ui/charts/chart-scale.ts';
import type { PdfChart } from './content.ts';
import { drawEmpty, drawHeading } from './draw-heading.ts';
import { CONTENT_WIDTH, PAGE, type Sheet } from './sheet.ts';

/** In mm; two charts fit on a page. */
const HEIGHT = 107;
const EDGE = { top: 9, left: 15, right: 12, bottom: 13 } as const;
const TITLE = { size: paperSizes.chartTitle, color: '--ink', bold: true } as const;
const TICK = { size: paperSizes.tick, color: '--ink-2' } as const;
const AXIS = { size: paperSizes.axis, color: '--ink-2' } as const;
const CURVE = { size: paperSizes.curveName, color: '--ink-2' } as const;
const LAST = { size: paperSizes.lastFigure, color: '--on-dark', bold: true, align: 'center' } as const;

/** One decimal if the step is not whole: 14 or 14,5. */
const tickText = (value: number, { step }: Axis) => value.toFixed(step % 1 === 0 ? 0 : 1).replace('.', ',');

interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: (value: number) => number;
  y: (value: number) => number;
}

function polyline(sheet: Sheet, { x, y }: Frame, points: readonly { x: number; y: number }[]): void {
  const [first, ...rest] = points;
  if (!first || rest.length === 0) return;
  let before = first;
  const steps = rest.map((point) => {
    const step = [x(point.x) - x(before.x), y(point.y) - y(before.y)];
    before = point;
    return step;
  });
  sheet.doc.lines(steps, x(first.x), y(first.y), [1, 1], 'S');
}

function drawPaper(sheet: Sheet, { left, right, top, bottom, x, y }: Frame, chart: PdfChart, yAxis: Axis): void {
  const { xAxis, xTitle, yTitle } = chart;
  for (const tick of ticksOf(yAxis)) {
    sheet.stroke('--line', 0.2).line(left, y(tick), right, y(tick));
    sheet.write(tickText(tick, yAxis), left - 2, y(tick) - sheet.lineHeight(TICK.size) / 2, {
      ...TICK,
      align: 'right',
    });
  }
  for (const tick of ticksOf(xAxis)) {
    sheet.stroke('--line', 0.2).line(x(tick), top, x(tick), bottom);
    sheet.write(tickText(tick, xAxis), x(tick), bottom + 1.2, { ...TICK, align: 'center' });
  }
  sheet.stroke('--line-strong', 0.3).line(left, bottom, right, bottom).line(left, top, left, bottom);
  sheet.write(xTitle, (left + right) / 2, bottom + 6, { ...AXIS, align: 'center' });
  const middle = (top + bottom) / 2 + sheet.width(yTitle, AXIS) / 2;
  sheet.doc.text(yTitle, PAGE.left + 3.5, middle, { angle: 90 });
}

function drawLines(sheet: Sheet, frame: Frame, { lines = [] }: PdfChart): void {
  for (const { label, points, style } of lines) {
    sheet.stroke(style.color, style.width ?? 0.35, style.dash);
    polyline(sheet, frame, points);
    const end = points.at(-1);
    if (end) sheet.write(label, frame.x(end.x) + 1.2, frame.y(end.y) - 1.8, CURVE);
  }
}

function drawPoints(sheet: Sheet, frame: Frame, { points, color, lastLabel }: PdfChart): void {
  const last = points.at(-1);
  if (!last) return;
  sheet.stroke(color, 0.8);
  sheet.doc.setLineCap('round').setLineJoin('round');
  // Ages of different kinds are not joined: the line would run backwards.
  for (const isCorrected of [false, true])
    polyline(
      sheet,
      frame,
      points
        .filter(({ corrected }) => (corrected != null) === isCorrected)
        .map(({ x, y, corrected }) => ({ x: corrected ?? x, y })),
    );
  for (const { x, y, corrected } of points) {
    if (corrected == null) continue;
    const [cross, level] = [frame.x(corrected), frame.y(y)];
    sheet.stroke(color, 0.2).line(cross, level, frame.x(x), level);
    sheet.stroke(color, 0.5).line(cross - 1, level - 1, cross + 1, level + 1);
    sheet.doc.line(cross - 1, level + 1, cross + 1, level - 1);
  }
  for (const point of points.slice(0, -1)) {
    sheet.stroke(color, 0.6);
    sheet.fill('--surface').circle(frame.x(point.x), frame.y(point.y), 1.1, 'FD');
  }
  const [x, y] = [frame.x(last.x), frame.y(last.y)];
  sheet.stroke('--surface', 0.5);
  sheet.fill(color).circle(x, y, 1.7, 'FD');

  const [width, height] = [sheet.width(lastLabel, LAST) + 5, 6];
  const left = Math.min(frame.x(last.corrected ?? last.x) - 2, frame.right - width);
  const top = y + 3.5 + height < frame.bottom ? y + 3.5 : y - 3.5 - height;
  sheet.fill(color).roundedRect(left, top, width, height, 1.5, 1.5, 'F');
  sheet.write(lastLabel, left + width / 2, top + (height - sheet.lineHeight(LAST.size)) / 2, LAST);
}

function drawChart(sheet: Sheet, chart: PdfChart): void {
  const { y: top } = sheet;
  sheet.write(chart.title, PAGE.left, top, TITLE);
  if (chart.legend) sheet.write(chart.legend, PAGE.left + CONTENT_WIDTH, top, { ...AXIS, align: 'right' });
  const drawn = [chart.points, ...(chart.lines ?? []).map(({ points }) => points)].flat();
  const yAxis = widenAxis(
    chart.yAxis,
    drawn.map(({ y }) => y),
  );
  const box = {
    left: PAGE.left + EDGE.left,
    right: PAGE.left + CONTENT_WIDTH - EDGE.right,
    top: top + EDGE.top,
    bottom: top + HEIGHT - EDGE.bottom,
  };
  const frame = { ...box, x: scaleOf(chart.xAxis, box.left, box.right), y: scaleOf(yAxis, box.bottom, box.top) };
  drawPaper(sheet, frame, chart, yAxis);
  drawLines(sheet, frame, chart);
  drawPoints(sheet, frame, chart);
  sheet.stroke('--line', 0.2);
  sheet.y += HEIGHT + 6;
}

/** Draws charts as vectors and text, sharp at any size. */
export function drawCharts(sheet: Sheet, title: string, charts: readonly PdfChart[]): void {
  if (charts.every(({ points }) => points.length === 0)) {
    drawEmpty(sheet, title);
    return;
  }
  drawHeading(sheet, title, HEIGHT);
  for (const chart of charts) {
    sheet.ensureSpace(HEIGHT);
    drawChart(sheet, chart);
  }
}
