import { addDays } from '#domain/calendar.ts';
import { loadEveryStandard } from '#domain/growth/who/standards.ts';
import { RECORDS } from '#domain/records/index.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { receiptTable } from '#server/db/schema.ts';
import { inventChild, OLDEST_DAYS, YOUNGEST_DAYS } from '#server/population/child.ts';
import { type Random, randomOf } from '#server/population/random.ts';
import { inventWoman } from '#server/population/woman.ts';
import { copyRows, gatherLines } from './copy-rows.ts';
import { cedulaOfWoman, type Plan, type PlannedBrigade, plannedDay, sequenceOfChild } from './plan.ts';
import { type Add, addRowsOf } from './rows-of-person.ts';

const BATCH = 500;
const WOMEN_SINCE_DAYS = 730;

interface CopyPart {
  readonly columns: string;
  readonly lines: Uint8Array<ArrayBuffer>;
}
export type Batch = ReadonlyMap<string, CopyPart>;

export const batchesOf = ({ children }: Plan) => Math.ceil(children / BATCH);

function createCollector() {
  const tables = new Map<string, { writer: ReturnType<typeof copyRows>; lines: ReturnType<typeof gatherLines> }>();
  const add: Add = (key, row, values) => {
    let table = tables.get(key);
    if (!table) {
      const writer = key === 'operacion' ? copyRows(receiptTable) : copyRows(recordTable(key), RECORDS[key].fieldNames);
      table = { writer, lines: gatherLines() };
      tables.set(key, table);
    }
    table.lines.add(table.writer.line(row, values));
  };
  const batch = (): Batch =>
    new Map(
      [...tables.values()].map(({ writer, lines }) => [writer.name, { columns: writer.columns, lines: lines.all() }]),
    );
  return { add, batch };
}

export async function batchOf(plan: Plan, number: number): Promise<Batch> {
  const { today, seed, women, children } = plan;
  // Records end on the day before, so that none lies in the future at any hour.
  const yesterday = addDays(today, -1);
  const standards = await loadEveryStandard();
  const { add, batch } = createCollector();
  const contextOf = (random: Random, brigade: PlannedBrigade) => ({ random, brigade, today, add });

  for (let index = number * (BATCH / 2); index < Math.min(women, (number + 1) * (BATCH / 2)); index += 1) {
    const random = randomOf(seed, 'mujer', index);
    const brigade = random.pick(plan.brigades);
    const registered = plannedDay(yesterday, WOMEN_SINCE_DAYS, index, women);
    const woman = inventWoman(random, { sequence: index, place: brigade.place, registered, today: yesterday });
    await addRowsOf('mujer', woman, contextOf(random, brigade));
  }
  for (let index = number * BATCH; index < Math.min(children, (number + 1) * BATCH); index += 1) {
    const random = randomOf(seed, 'nino', index);
    const brigade = random.pick(plan.brigades);
    const share = 1 - (index + 0.5) / children;
    const child = {
      sequence: sequenceOfChild(plan, index),
      place: brigade.place,
      ageDays: YOUNGEST_DAYS + Math.round((OLDEST_DAYS - YOUNGEST_DAYS) * share),
      today: yesterday,
      cedulamadre: cedulaOfWoman(random.whole(0, women - 1)),
      standards,
    };
    await addRowsOf('nino', inventChild(random, child), contextOf(random, brigade));
  }
  return batch();
}
