import { z } from 'zod';
import { boundedList, boundedText } from '../bounded.ts';
import { today } from '../calendar.ts';
import { AGGREGATE_KEYS } from '../dhis2/aggregates.ts';
import { codeSchema, MAPPED_KIND_KEYS, mappedKindSchema, UNIT_LEVELS } from '../dhis2/mapping.ts';
import { parsePeriod } from '../dhis2/period.ts';
import { DHIS2_SCOPE } from '../exchange/scopes.ts';
import { isStorable } from '../text.ts';
import { defineCall } from './define-call.ts';
import { EXPORT_FORMATS } from './exports.ts';
import { choiceFilter, type FilterKind } from './filter-kinds.ts';
import { filterQuery, strictFilterQuery } from './list-query.ts';
import { withMessage } from './messages.ts';

const shared = { permission: 'exchange', tag: 'dhis2' } as const;
const noted = { action: 'exportar', kind: 'dhis2' } as const;
const whole = z.int();

const periodFilter: FilterKind<string> = {
  wrong: 'debe ser un mes (202611) o un trimestre (2026Q4) que ya empezó',
  read: (text) => parsePeriod(text, today())?.name,
};
export const DATA_VALUE_FORMATS = ['json', 'csv'] as const;
export type DataValueFormat = (typeof DATA_VALUE_FORMATS)[number];

const figureFilters = { periodo: periodFilter, nivel: choiceFilter(UNIT_LEVELS) };
const requiredPeriod = {
  path: ['periodo'],
  error: `periodo ${periodFilter.wrong}`,
  // A wrong period has its problem already.
  when: ({ issues }: z.core.ParsePayload) => !issues.some(({ path }) => path?.[0] === 'periodo'),
};
const hasPeriod = ({ periodo }: { periodo?: string | undefined }) => periodo !== undefined;

const unit = z.object({
  clave: z.string(),
  /** Empty for people without a place. */
  nombre: z.string(),
  provincia: z.string(),
  /** The code in DHIS2; empty for a place that is not sent. */
  codigo: z.string(),
  /** One number for each of `elementos`. */
  valores: z.array(whole),
});
export type Dhis2Unit = z.output<typeof unit>;

const figures = z.object({
  periodo: z.string(),
  nivel: z.enum(UNIT_LEVELS),
  desde: z.iso.date(),
  hasta: z.iso.date(),
  /** Whether the last day of the period has passed. */
  terminado: z.boolean(),
  datosAl: z.iso.datetime(),
  /** In the order of the values; without a code they are not sent. */
  elementos: z.array(z.object({ clave: z.enum(AGGREGATE_KEYS), codigo: z.string(), total: whole })),
  /** The places with figures and those with a code, in the order of names. */
  unidades: z.array(unit),
  /** How many values are sent. */
  envia: whole,
});
export type Dhis2Figures = z.output<typeof figures>;

/** The figures of a period as they would be sent, and those that would not. Without `nivel` by canton. */
export const getDhis2Figures = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/dhis2/cifras',
  query: filterQuery(figureFilters).refine(hasPeriod, requiredPeriod),
  answer: figures,
});

/** DHIS2's bulk format of data values. */
const dataValueSet = z.object({
  dataElementIdScheme: z.literal('code'),
  orgUnitIdScheme: z.literal('code'),
  dataValues: z.array(
    z.object({ dataElement: z.string(), period: z.string(), orgUnit: z.string(), value: z.string().regex(/^\d+$/) }),
  ),
});
export type DataValueSet = z.output<typeof dataValueSet>;

/**
 * The values of a period for DHIS2's own `POST /api/dataValueSets`, as JSON or, with `formato=csv`, as CSV. Without `nivel` by canton. A
 * registered system gets the places that it may see.
 */
export const getDataValueSets = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/dhis2/dataValueSets',
  query: strictFilterQuery({ ...figureFilters, formato: choiceFilter(DATA_VALUE_FORMATS) }).refine(
    hasPeriod,
    requiredPeriod,
  ),
  noted,
  forSystems: DHIS2_SCOPE,
  file: 'application/json; charset=utf-8',
  fileSchema: dataValueSet,
  otherFile: EXPORT_FORMATS.csv.type,
});

const mapped = { tipo: z.enum(MAPPED_KIND_KEYS), clave: z.string(), nombre: z.string() };
const mappingRow = z.object({
  ...mapped,
  /** Of a canton. */
  provincia: z.string(),
  codigo: z.string(),
});
export type MappingRow = z.output<typeof mappingRow>;

/** What has or may have a code in DHIS2: every figure, every canton, every establishment of the list. */
export const getMapping = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/dhis2/mapa',
  answer: z.object({ filas: z.array(mappingRow) }),
});

export const MAX_MAPPING_CHANGES = 5_000;
/** Longer than the folded name of an establishment. */
const MAX_KEY = 400;
const key = boundedText({
  max: MAX_KEY,
  notText: 'La clave debe ser un texto',
  tooLong: 'La clave es demasiado larga',
})
  .pipe(z.string().min(1, 'Falta la clave').max(MAX_KEY, 'La clave es demasiado larga'))
  // A key names something by its exact text.
  .refine(isStorable, 'La clave tiene caracteres que no se pueden guardar');
const mappingChange = z.object({
  tipo: mappedKindSchema,
  clave: key,
  /** The code that was seen before the change. */
  antes: codeSchema,
  codigo: codeSchema,
});
export type MappingChange = z.output<typeof mappingChange>;

/** Writes codes, all or none; an empty code removes it. A code that another person changed meanwhile is refused (409). */
export const saveMapping = defineCall({
  ...shared,
  method: 'PUT',
  path: '/api/dhis2/mapa',
  keeps: 'little',
  body: z.object({
    cambios: boundedList(mappingChange, {
      min: 1,
      max: MAX_MAPPING_CHANGES,
      notList: 'cambios debe ser una lista',
      wrongLength: `cambios debe tener entre 1 y ${MAX_MAPPING_CHANGES} elementos`,
    }),
  }),
  answer: withMessage(z.object({ guardados: whole })),
});

export const MAX_MAPPING_TEXT = 600_000;
const tooLong = 'El archivo es demasiado grande';
const mappingText = boundedText({ max: MAX_MAPPING_TEXT, notText: 'csv debe ser un texto', tooLong }).pipe(
  z.string().min(1, 'El archivo está vacío').max(MAX_MAPPING_TEXT, tooLong),
);

/** Reads a mapping table from a CSV and says what it would change; writes nothing. */
export const rehearseMapping = defineCall({
  ...shared,
  method: 'POST',
  path: '/api/dhis2/mapa/ensayo',
  keeps: 'nothing',
  body: z.object({ csv: mappingText }),
  answer: z.object({
    cambios: z.array(z.object({ ...mapped, antes: z.string(), codigo: z.string() })),
    /** Rows that cannot be used, by their number in a spreadsheet, where the titles are row 1; nothing is imported as long as there is one. */
    problemas: z.array(z.object({ fila: whole, msg: z.string() })),
    iguales: whole,
  }),
});
export type MappingRehearsal = z.output<typeof rehearseMapping.answer>;

export const exportMapping = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/dhis2/mapa/exportar.csv',
  noted,
  file: EXPORT_FORMATS.csv.type,
});
