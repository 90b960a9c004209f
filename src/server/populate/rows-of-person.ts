import { startOfDay } from '#domain/calendar.ts';
import type { Values } from '#domain/fields/index.ts';
import type { StoredChildSummary } from '#domain/follow-up/child-summary.ts';
import { surveyAgeGroup } from '#domain/growth/survey-age.ts';
import { searchText } from '#domain/lists/search-text.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import { warningsOf } from '#domain/records/warnings.ts';
import { creationReceipt } from '#server/db/receipts.ts';
import { type ChildHistory, type ControlOfChild, NOT_COMPUTED } from '#server/modules/records/child-history.ts';
import { summaryOf } from '#server/modules/records/child-summary.ts';
import { printOf } from '#server/modules/records/operation-print.ts';
import type { InventedPerson } from '#server/population/person.ts';
import type { Random } from '#server/population/random.ts';
import type { PlannedBrigade } from './plan.ts';

type Row = Record<string, unknown> & { readonly _id: string; readonly fechaRegistro: Date };
export type Add = (table: RecordKey | 'operacion', row: Readonly<Record<string, unknown>>, values?: Values) => void;

const OPENS_MS = 8 * 3_600_000;
const OPEN_MS = 9 * 3_600_000;
const LEAST_APART_MS = 60_000;

const instantOf = (random: Random, day: string, after: number) =>
  Math.max(Date.parse(startOfDay(day)) + OPENS_MS + random.whole(0, OPEN_MS), after + LEAST_APART_MS);

/** An id is made when a form is opened. */
const LONGEST_FORM_MS = 5 * 60_000;

interface Recorded {
  readonly random: Random;
  readonly brigade: Pick<PlannedBrigade, 'id' | 'lugar'>;
  readonly today: string;
  readonly add: Add;
}

/** Adds the rows of a person and her or his records with their receipts, as the application stores them. */
export async function addRowsOf(key: 'mujer' | 'nino', person: InventedPerson, recorded: Recorded): Promise<void> {
  const { random, brigade, today, add } = recorded;
  const birth = key === 'nino' ? String(person.values.fechanacimiento) : null;
  const others = new Map<RecordKey, Values[]>();

  const rowOf = (type: RecordKey, values: Values, date: string, at: number, parentId: string | null): Row => {
    const definition = RECORDS[type];
    const earlier = others.get(type) ?? [];
    others.set(type, earlier);
    const id = random.id(at - random.whole(1, LONGEST_FORM_MS));
    const context = { today: date, birth: parentId === null ? null : birth, others: earlier };
    const advertida = warningsOf(definition, values, context).length > 0;
    earlier.push(values);
    const sent = { hace: 'crear', tipo: type, _id: id, persona: parentId ?? id, valores: values } as const;
    add('operacion', creationReceipt({ id, userId: brigade.id, print: printOf(definition, sent) }));
    return {
      _id: id,
      version: 1,
      createdBy: brigade.id,
      lugar: brigade.lugar,
      fechaRegistro: new Date(at),
      advertida,
      parentId,
      busqueda: definition.search && searchText(definition, values),
    };
  };

  let at = instantOf(random, person.registered, 0);
  const registered = new Date(at);
  const own = rowOf(key, person.values, person.registered, at, null);
  const records = person.records.map(({ key: type, values, date }) => {
    at = instantOf(random, date, at);
    return { type, values, row: rowOf(type, values, date, at, own._id) };
  });
  if (birth === null) {
    add('mujer', own, person.values);
  } else {
    const of = (type: RecordKey) => records.filter((record) => record.type === type);
    const history = {
      sexo: String(person.values.sexo),
      birth,
      registered,
      control: of('control').map(({ row, values }, orden) => controlOf(row, values, orden)),
      vacuna: of('vacuna').map(({ values }) => values as Values & ChildHistory['vacuna'][number]),
      rn: of('rn').map(({ row, values }, orden) => ({
        _id: row._id,
        dias: Number(values.dias),
        orden,
        registered: secondsOf(row),
      })),
    };
    const { child, controls } = await summaryOf(history, today);
    add('nino', { ...own, ...child, grupoEdad: ageGroupOf(child, birth) }, person.values);
    const summaries = new Map(controls.map((control) => [control._id, control]));
    for (const { row } of records) Object.assign(row, summaries.get(row._id));
  }
  for (const { type, row, values } of records) add(type, row, values);
}

const secondsOf = ({ fechaRegistro }: Row): number => fechaRegistro.getTime() / 1000;

const ageGroupOf = ({ visto, controlFecha, controlEdad }: StoredChildSummary, birth: string) =>
  surveyAgeGroup(visto === null ? null : { fecha: visto, edad: controlFecha === visto ? controlEdad : null }, birth);

function controlOf(row: Row, values: Values, orden: number): ControlOfChild {
  const { fecha, edad, peso, longitud, perimetro } = values as Values & ControlOfChild;
  const measured = { fecha, edad, peso, longitud, perimetro };
  return { _id: row._id, ...measured, ...NOT_COMPUTED, orden, registered: secondsOf(row) };
}
