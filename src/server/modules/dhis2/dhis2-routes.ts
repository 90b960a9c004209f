import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { today } from '#domain/calendar.ts';
import {
  type Dhis2Figures,
  exportMapping,
  getDataValueSets,
  getDhis2Figures,
  getMapping,
  type MappingChange,
  rehearseMapping,
  saveMapping,
} from '#domain/calls/dhis2.ts';
import { AGGREGATE_KEYS } from '#domain/dhis2/aggregates.ts';
import type { UnitLevel } from '#domain/dhis2/mapping.ts';
import { parsePeriod } from '#domain/dhis2/period.ts';
import { AppError } from '#domain/errors.ts';
import { capitalized } from '#domain/text.ts';
import type { SeenPlace } from '#server/calls/reader.ts';
import { serve } from '#server/calls/serve.ts';
import { writeDataValues } from './data-values.ts';
import { mappingText, rehearse } from './mapping-csv.ts';
import type { MappingRepository } from './mapping-repository.ts';
import type { PeriodFigures } from './period-figures.ts';
import { totalsOf, unitsOf } from './units.ts';

interface Dhis2Repositories {
  readonly figures: PeriodFigures;
  readonly mapping: MappingRepository;
}

interface Ask {
  readonly periodo?: string | undefined;
  readonly nivel?: UnitLevel | undefined;
}

const FILE_TYPES = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const;

const attachment = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` });

const codeCount = (count: number) => (count === 1 ? 'un código' : `${count} códigos`);
function savedText(changes: readonly MappingChange[]): string {
  const saved = changes.filter(({ codigo }) => codigo !== '').length;
  const removed = changes.filter(({ codigo }) => codigo === '').length;
  const parts = [
    ...(saved > 0 ? [`${saved === 1 ? 'se guardó' : 'se guardaron'} ${codeCount(saved)}`] : []),
    ...(removed > 0 ? [`${removed === 1 ? 'se quitó' : 'se quitaron'} ${codeCount(removed)}`] : []),
  ];
  return `${capitalized(parts.join(' y ') || 'no cambió ningún código')}.`;
}

export function registerDhis2Routes(app: FastifyInstance, { figures, mapping }: Dhis2Repositories): void {
  /** Counting a whole country takes a minute; meanwhile others get their turn at the database. */
  const read = async (
    { periodo = '', nivel: level = 'canton' }: Ask,
    request: FastifyRequest,
    places: readonly SeenPlace[] | null,
  ): Promise<Dhis2Figures> => {
    const period = parsePeriod(periodo, today());
    if (!period) throw new AppError('notFound');
    const names = await mapping.names();
    request.leaveTurn?.();
    const { at, value } = await figures.of(period);
    const unidades = unitsOf(value, { level, names, places });
    const totals = totalsOf(unidades);
    const elementos = AGGREGATE_KEYS.map((clave, place) => ({
      clave,
      codigo: names.codeOf('elemento', clave),
      total: totals[place] ?? 0,
    }));
    const coded = (some: readonly { codigo: string }[]) => some.filter(({ codigo }) => codigo !== '').length;
    const { desde, hasta } = period;
    return {
      ...{ periodo: period.name, nivel: level, desde, hasta, terminado: hasta < today(), datosAl: at.toISOString() },
      ...{ elementos, unidades, envia: coded(elementos) * coded(unidades) },
    };
  };

  serve(app, getDhis2Figures, ({ query, request }) => read(query, request, null));

  serve(app, getDataValueSets, async ({ query: { formato = 'json', ...query }, request }) => {
    const sent = await read(query, request, request.reader?.places ?? null);
    const name = `dhis2-${sent.periodo}-${sent.nivel}.${formato}`;
    return {
      headers: { ...attachment(name), 'Content-Type': FILE_TYPES[formato] },
      content: Readable.from([Buffer.from(writeDataValues(formato, sent))], { objectMode: false }),
    };
  });

  serve(app, getMapping, async () => ({ filas: [...(await mapping.names()).rows] }));

  serve(app, saveMapping, async ({ actor, body: { cambios } }) => {
    const changed = await mapping.save(actor, cambios);
    return { guardados: changed.length, message: savedText(changed) };
  });

  serve(app, rehearseMapping, async ({ body: { csv } }) => rehearse(csv, await mapping.names()));

  serve(app, exportMapping, async () => ({
    headers: attachment(`dhis2-codigos-${today()}.csv`),
    content: Readable.from([Buffer.from(mappingText(await mapping.names()))], { objectMode: false }),
  }));
}
