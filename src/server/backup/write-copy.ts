import { createHash } from 'node:crypto';
import { END_OF_TABLE, FORMAT, FORMAT_VERSION, type Header, linesIn, type Trailer } from './format.ts';
import type { TableReader } from './table-reader.ts';
import { versionOf } from './versions.ts';

const COLUMNS = `
  select relname as table, array_agg(attname::text order by attnum) as columns from pg_attribute join pg_class c on c.oid = attrelid
  where relnamespace = 'public'::regnamespace and relname = any($1) and attnum > 0 and not attisdropped and attgenerated = ''
  group by relname`;

const NUMBERS = `
  select c.relname as tabla, attname as columna, last_value::text as ultimo
  from pg_attribute join pg_class c on c.oid = attrelid join pg_sequences s on s.schemaname = 'public'
    and to_regclass(format('%I.%I', s.schemaname, s.sequencename)) =
      pg_get_serial_sequence(format('public.%I', c.relname), attname)::regclass
  where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and attidentity <> '' order by 1, 2`;

const line = (content: object) => Buffer.from(`${JSON.stringify(content)}\n`);

export type Progress = (line: string) => void;

export async function* copyOf(reader: TableReader, progress: Progress): AsyncGenerator<Uint8Array> {
  const { migrations, tables } = await versionOf(reader);
  const header: Header = {
    formato: FORMAT,
    version: FORMAT_VERSION,
    creada: new Date().toISOString(),
    migraciones: migrations.map(({ hash, at }) => ({ hash, at })),
    tablas: [...tables],
  };
  yield line(header);
  const fin: Trailer['fin'] = {};
  const columns = await reader.rows<{ table: string; columns: string[] }>(COLUMNS, [tables]);
  if (columns.length !== tables.length) throw new Error('A table of this version is missing');
  for (const { table: tabla, columns: columnas } of columns) {
    yield line({ tabla, columnas });
    const hash = createHash('sha256');
    let filas = 0;
    for await (const bytes of reader.copy(tabla, columnas)) {
      hash.update(bytes);
      filas += linesIn(bytes);
      progress(`${tabla}: ${filas} filas`);
      yield bytes;
    }
    yield Buffer.from(END_OF_TABLE);
    fin[tabla] = { filas, sha256: hash.digest('hex') };
  }
  // Sequences are not part of the snapshot; numbers that were given meanwhile are only higher.
  yield line({ fin, numeros: await reader.rows(NUMBERS, [tables]) } satisfies Trailer);
}
