import { describe, expect, it } from 'vitest';
import { TERRITORY } from '#domain/territory.ts';
import { DRAWING, ISLANDS, PROJECTION, SHAPES } from './province-shapes.ts';

type Point = readonly [x: number, y: number];

const codes = Object.values(TERRITORY).map(({ code }) => code);

/** The corners of each part of a path of relative moves, in steps. */
const ringsOf = (path: string): Point[][] =>
  path
    .split('z')
    .filter(Boolean)
    .map((ring) => {
      let [x, y] = [0, 0];
      return [...ring.matchAll(/(-?\d+) ?(-?\d+)/g)].map(([, dx, dy]) => {
        [x, y] = [x + Number(dx), y + Number(dy)];
        return [x, y] as const;
      });
    });

function isInside([x, y]: Point, ring: readonly Point[]): boolean {
  const crossed = ring.filter(([ax, ay], index) => {
    const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay];
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
  });
  return crossed.length % 2 === 1;
}

/** The codes of the provinces whose shape holds a point, given in steps. */
const provincesAt = (point: Point) =>
  codes.filter((code) => ringsOf(SHAPES[code]?.path ?? '').some((ring) => isInside(point, ring)));

const stepsOf = (longitude: number, latitude: number): Point => [
  (longitude - PROJECTION.west) * PROJECTION.perDegree,
  (PROJECTION.north - latitude) * PROJECTION.perDegree,
];

it('every province has one shape within the drawing', () => {
  expect(Object.keys(SHAPES).toSorted()).toEqual(codes.toSorted());
  for (const { path } of Object.values(SHAPES))
    for (const [x, y] of ringsOf(path).flat()) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(DRAWING.width * DRAWING.steps);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(DRAWING.height * DRAWING.steps);
    }
});

describe('the shape of a province holds', () => {
  // Degrees of the city. The source calls the shape of Napo Tungurahua, and the other way round.
  it.each([
    ['AZUAY', 'Cuenca', -79.0, -2.9],
    ['BOLIVAR', 'Guaranda', -79.0, -1.59],
    ['CAÑAR', 'Azogues', -78.85, -2.74],
    ['CARCHI', 'Tulcán', -77.72, 0.81],
    ['COTOPAXI', 'Latacunga', -78.62, -0.93],
    ['CHIMBORAZO', 'Riobamba', -78.65, -1.67],
    ['EL ORO', 'Santa Rosa', -79.96, -3.45],
    ['ESMERALDAS', 'Quinindé', -79.46, 0.33],
    ['GUAYAS', 'Guayaquil', -79.9, -2.15],
    ['IMBABURA', 'Ibarra', -78.12, 0.35],
    ['LOJA', 'Loja', -79.2, -3.99],
    ['LOS RÍOS', 'Quevedo', -79.46, -1.02],
    ['MANABÍ', 'Portoviejo', -80.45, -1.06],
    ['MORONA SANTIAGO', 'Macas', -78.12, -2.31],
    ['NAPO', 'Tena', -77.81, -0.99],
    ['PASTAZA', 'Puyo', -78.0, -1.49],
    ['PICHINCHA', 'Quito', -78.51, -0.22],
    ['TUNGURAHUA', 'Ambato', -78.62, -1.25],
    ['ZAMORA CHINCHIPE', 'Zamora', -78.96, -4.07],
    ['SUCUMBIOS', 'Nueva Loja', -76.89, 0.08],
    ['ORELLANA', 'El Coca', -76.99, -0.46],
    ['SANTO DOMINGO DE LOS TSACHILAS', 'Santo Domingo', -79.17, -0.25],
    ['SANTA ELENA', 'Santa Elena', -80.86, -2.23],
  ])('%s: %s', (province, _city, longitude, latitude) => {
    expect(provincesAt(stepsOf(longitude, latitude))).toEqual([TERRITORY[province]?.code]);
  });
});

it.each(codes)('the figure of province %s lies on it and on no other; that of the islands in their frame', (code) => {
  const { x = 0, y = 0 } = SHAPES[code] ?? {};
  const at: Point = [x * DRAWING.steps, y * DRAWING.steps];
  expect(provincesAt(at)).toEqual(code === ISLANDS.code ? [] : [code]);
  const [frame = []] = ringsOf(ISLANDS.frame);
  expect(isInside(at, frame)).toBe(code === ISLANDS.code);
});
