import type { MeasuringRow } from '../calls/measuring.ts';
import { DIGITS, MEASURES, type Measure, SCORES, type ScoreKey, SPREAD_SCORES } from '../quality/counts.ts';
import type { Described } from '../quality/described.ts';
import type { ExportColumn } from './columns.ts';

interface Column {
  readonly label: string;
  readonly width?: number;
  readonly cell: (row: MeasuringRow) => string | number | null | undefined;
}

const MEASURE_NAMES: Record<Measure, string> = { peso: 'Peso', longitud: 'Longitud', perimetro: 'Perímetro' };
const SCORE_NAMES: Record<ScoreKey, string> = {
  talla: 'Talla/edad',
  peso: 'Peso/edad',
  pesotalla: 'Peso/talla',
  perimetro: 'Perímetro/edad',
};

const described = (label: string, value: (figures: Described) => number | null | undefined): Column => ({
  label,
  cell: ({ cifras }) => cifras && value(cifras),
});

const ofMeasure = (measure: Measure): Column[] => {
  const name = MEASURE_NAMES[measure];
  return [
    described(`${name}: completo %`, ({ completitud }) => completitud[measure].porcentaje),
    ...DIGITS.map((digit) => described(`${name}: ,${digit} %`, ({ digitos }) => digitos[measure].porcentajes[digit])),
    described(`${name}: disimilitud %`, ({ digitos }) => digitos[measure].disimilitud),
    described(`${name}: preferencia de dígitos`, ({ digitos }) => digitos[measure].preferencia),
    described(`${name}: igual al anterior %`, ({ iguales }) => iguales[measure].porcentaje),
  ];
};

const COLUMNS: readonly Column[] = [
  { label: 'Nombre', width: 20, cell: ({ persona }) => persona?.nombre },
  { label: 'Apellido', width: 20, cell: ({ persona }) => persona?.apellido },
  { label: 'Provincia', width: 20, cell: ({ provincia }) => provincia },
  { label: 'Cantón', width: 20, cell: ({ canton }) => canton },
  { label: 'Controles', cell: ({ controles }) => controles },
  { label: 'Faltan para decirlo', cell: ({ faltan }) => faltan },
  ...MEASURES.flatMap(ofMeasure),
  described('Con fecha de nacimiento y sexo %', ({ completitud }) => completitud.puntajes.porcentaje),
  ...SCORES.map((key) =>
    described(`${SCORE_NAMES[key]}: improbables %`, ({ improbables }) => improbables[key].porcentaje),
  ),
  ...SPREAD_SCORES.flatMap((key) => [
    described(`${SCORE_NAMES[key]}: desviación`, ({ distribucion }) => distribucion[key]?.desviacion),
    described(`${SCORE_NAMES[key]}: asimetría`, ({ distribucion }) => distribucion[key]?.asimetria),
    described(`${SCORE_NAMES[key]}: curtosis`, ({ distribucion }) => distribucion[key]?.curtosis),
  ]),
  described('Controles con uno anterior', ({ acortadas }) => acortadas.n),
  described('Longitudes que se acortan', ({ acortadas }) => acortadas.casos),
  described('Días con más de 30 controles', ({ diasLlenos }) => diasLlenos),
  { label: 'Lo que llama la atención', width: 80, cell: ({ frases }) => frases.join(' ') },
];

export const MEASURING_COLUMNS: readonly ExportColumn[] = COLUMNS.map(({ label, width = 16 }) => ({
  ...{ name: label, label, width, isDate: false },
}));

export const measuringCells = (row: MeasuringRow): (string | number)[] => COLUMNS.map(({ cell }) => cell(row) ?? '');
