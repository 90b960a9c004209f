import { describe, expect, it } from 'vitest';
import { type CountName, type Counts, DIGITS, type Measure, noCounts } from './counts.ts';
import { measuringSchema } from './described.ts';
import { measuringOf } from './figures.ts';
import { wholeMonths } from './period.ts';

const counted = (changed: Partial<Record<CountName, number>>): Counts => ({ ...noCounts(), ...changed });

const digits = (measure: Measure, counts: readonly number[]) =>
  Object.fromEntries(DIGITS.map((digit) => [`${measure}${digit}`, counts[digit] ?? 0]));

const HUNDRED = {
  controles: 100,
  evaluables: 100,
  comparados: 80,
  ...{ pesoCon: 100, longitudCon: 100, perimetroCon: 100 },
  ...{ tallaPuntajes: 100, pesoPuntajes: 100, pesotallaPuntajes: 100, perimetroPuntajes: 100 },
  ...digits('peso', Array(10).fill(10)),
  ...digits('longitud', Array(10).fill(10)),
  ...digits('perimetro', Array(10).fill(10)),
};
const sentences = (changed: Partial<Record<CountName, number>>, fullDays = 0) =>
  measuringOf(counted({ ...HUNDRED, ...changed }), fullDays).frases;

describe('fifty controls', () => {
  it('are needed: below, only their number is given', () => {
    expect(measuringOf(counted({ controles: 49 }), 1)).toEqual({
      ...{ controles: 49, faltan: 1, cifras: null },
      frases: ['Falta 1 para poder decirlo.'],
    });
    expect(measuringOf(noCounts(), 0).frases).toEqual(['Faltan 50 para poder decirlo.']);
    const enough = measuringOf(counted({ controles: 50, pesoCon: 50 }), 0);
    expect([enough.faltan, enough.cifras?.completitud.peso.porcentaje]).toEqual([0, 100]);
  });
});

describe('the figures', () => {
  it('are of the declared shape', () => {
    expect(measuringSchema.parse(measuringOf(counted(HUNDRED), 0))).toEqual(measuringOf(counted(HUNDRED), 0));
  });

  it('give completeness, digits, spread and comparisons', () => {
    const { cifras } = measuringOf(
      counted({
        ...HUNDRED,
        ...digits('longitud', [50, 0, 0, 0, 0, 50, 0, 0, 0, 0]),
        ...{ evaluables: 90, perimetroCon: 75, acortados: 4, pesoIgual: 20 },
        // Half of the scores −1.00, half +1.00.
        ...{ tallaSuma2: 1_000_000, tallaSuma4: 100 * 100 ** 4 },
      }),
      2,
    );
    expect(cifras?.completitud).toMatchObject({
      peso: { n: 100, casos: 100, porcentaje: 100 },
      perimetro: { n: 100, casos: 75, porcentaje: 75 },
      puntajes: { n: 100, casos: 90, porcentaje: 90 },
    });
    expect(cifras?.digitos.longitud).toMatchObject({ n: 100, disimilitud: 80, preferencia: 66.67 });
    expect(cifras?.digitos.longitud.porcentajes).toEqual([50, 0, 0, 0, 0, 50, 0, 0, 0, 0]);
    expect(cifras?.distribucion.talla).toEqual({ n: 100, desviacion: 1.01, asimetria: 0, curtosis: 1 });
    expect(cifras?.acortadas).toEqual({ n: 80, casos: 4, porcentaje: 5 });
    expect(cifras?.iguales.peso).toEqual({ n: 80, casos: 20, porcentaje: 25 });
    expect(cifras?.diasLlenos).toBe(2);
  });

  it('point out implausible scores above 1 %, not at 1 %', () => {
    const at = (fuera: number) => measuringOf(counted({ ...HUNDRED, tallaFuera: fuera }), 0).cifras?.improbables.talla;
    expect(at(1)).toEqual({ n: 100, casos: 1, porcentaje: 1, senalado: false });
    expect(at(2)).toEqual({ n: 100, casos: 2, porcentaje: 2, senalado: true });
    expect(measuringOf(counted({ controles: 50 }), 0).cifras?.improbables.talla.senalado).toBe(false);
  });
});

describe('the sentences', () => {
  it('say that nothing stands out', () => {
    expect(sentences({})).toEqual(['Nada llama la atención en este período.']);
  });

  it.each<[string, Partial<Record<CountName, number>>, string]>([
    [
      'digits',
      digits('longitud', [40, 2, 3, 4, 5, 30, 4, 4, 4, 4]),
      'Muchas longitudes terminan en ,0 y ,5: lee el milímetro en la cinta.',
    ],
    [
      'one digit',
      digits('peso', [73, 3, 3, 3, 3, 3, 3, 3, 3, 3]),
      'Muchos pesos terminan en ,0: lee en la balanza el decimal que muestra, sin redondear.',
    ],
    [
      'implausible scores',
      { tallaFuera: 3 },
      'El 3,0 % de los puntajes de talla para la edad está fuera de lo posible: revisa la fecha de nacimiento y la longitud antes de guardar.',
    ],
    [
      'spread',
      { tallaSuma2: 4_000_000, tallaSuma4: 100 * 200 ** 4 },
      'Los puntajes de talla para la edad varían mucho (desviación 2,01): comprueba la fecha de nacimiento y la longitud, y repite la medida.',
    ],
    [
      'one shorter length',
      { acortados: 1 },
      'Una longitud es menor que la anterior por más de 0,7 cm: mide entre dos personas, con las piernas estiradas.',
    ],
    [
      'shorter lengths',
      { acortados: 5 },
      '5 longitudes son menores que la anterior por más de 0,7 cm: mide entre dos personas, con las piernas estiradas.',
    ],
    ['equal weights', { pesoIgual: 40 }, 'El 50 % de los pesos son iguales al anterior: mide cada vez, sin copiar.'],
    [
      'unknown ages',
      { evaluables: 90 },
      'A 10 controles les falta la fecha de nacimiento o el sexo de la niña o el niño: complétalos en su libreta.',
    ],
  ])('suggest what to do about %s', (_, changed, sentence) => {
    expect(sentences(changed)).toEqual([sentence]);
  });

  it('name full days', () => {
    expect(sentences({}, 1)[0]).toContain('En un día una misma persona registró más de 30 controles');
    expect(sentences({}, 3)[0]).toContain('En 3 días');
  });

  it('leave alone what chance explains: uneven digits of few measures, heads that did not grow', () => {
    expect(sentences(digits('peso', [17, 13, 9, 6, 12, 14, 8, 7, 9, 5]))).toEqual(sentences({}));
    expect(sentences({ perimetroIgual: 24, acortados: 0 })).toEqual(sentences({}));
  });

  it('give no mark and no rank', () => {
    const all = sentences({ ...digits('peso', [73, 3, 3, 3, 3, 3, 3, 3, 3, 3]), tallaFuera: 9, acortados: 40 }, 9);
    expect(all.length).toBeGreaterThan(3);
    for (const sentence of all)
      expect(sentence).not.toMatch(/\b(puesto|nota|mejor|peor|mal|deficiente|calificación)\b/i);
  });
});

describe('a period', () => {
  it.each([
    [
      { desde: '2026-02-11', hasta: '2026-02-12' },
      { desde: '2026-02-01', hasta: '2026-02-28' },
    ],
    [{ desde: '2025-12-31' }, { desde: '2025-12-01', hasta: null }],
    [{ hasta: '2024-02-01' }, { desde: null, hasta: '2024-02-29' }],
    [{}, { desde: null, hasta: null }],
  ])('%j is the whole months %j', (days, months) => {
    expect(wholeMonths(days)).toEqual(months);
  });
});
