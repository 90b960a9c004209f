import type { FieldProblem } from '#domain/errors.ts';
import type { Values } from '#domain/fields/index.ts';
import type { Birth } from '#domain/growth/corrected-age.ts';
import { implausibleText } from '#domain/growth/evaluate.ts';
import type { IndicatorKey } from '#domain/growth/indicators.ts';
import { trajectoryOf } from '#domain/growth/trajectory.ts';
import type { Standards } from '#domain/growth/who/standards.ts';

/** The field at which an indicator is named. Weight for length comes last: it is out of bounds wherever one of both is. */
const FIELDS: readonly (readonly [IndicatorKey, string])[] = [
  ['peso', 'peso'],
  ['talla', 'longitud'],
  ['perimetro', 'perimetro'],
  ['pesotalla', 'peso'],
];

/** @returns a function of a control's values: a warning at each measure whose score the WHO standards exclude as impossible */
export const implausibleMeasures =
  (standards: Standards, birth: Birth) =>
  (values: Values): FieldProblem[] => {
    const numberAt = (name: string) => (typeof values[name] === 'number' ? values[name] : null);
    const fecha = String(values.fecha ?? '');
    if (fecha === '') return [];
    const [peso, longitud, perimetro] = [numberAt('peso'), numberAt('longitud'), numberAt('perimetro')];
    const [step] = trajectoryOf([{ fecha, peso, longitud, perimetro }], birth, standards);
    const flagged = FIELDS.filter(([key]) => step?.evaluation?.scores[key]?.flagged);
    return flagged
      .filter(([key]) => key !== 'pesotalla' || flagged.length === 1)
      .map(([key, path]) => ({ path, msg: implausibleText(key) }));
  };
