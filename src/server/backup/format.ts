import { z } from 'zod';
import { StartupError } from '#server/base/startup-error.ts';

/** A copy is lines: a header; per table its name and columns, its rows as COPY writes them and {@link END_OF_TABLE}; a trailer. */
export const FORMAT = 'libreta-copia';
export const FORMAT_VERSION = 1;
/** Never a row: COPY doubles every backslash. */
export const END_OF_TABLE = '\\.\n';

const name = z.string().regex(/^[a-z_]\w*$/);

export const headerSchema = z.object({
  formato: z.literal(FORMAT),
  version: z.number().int(),
  creada: z.string(),
  migraciones: z.array(z.object({ hash: z.string(), at: z.number() })),
  tablas: z.array(name),
});
export type Header = z.output<typeof headerSchema>;

export const tableSchema = z.object({ tabla: name, columnas: z.array(name).min(1) });

export const trailerSchema = z.object({
  fin: z.record(name, z.object({ filas: z.number().int(), sha256: z.string() })),
  numeros: z.array(z.object({ tabla: name, columna: name, ultimo: z.string().nullable() })),
});
export type Trailer = z.output<typeof trailerSchema>;

export const damaged = () => new StartupError('La copia está dañada o incompleta: usa otra. No se cambió nada.');
export const foreign = () => new StartupError('El archivo no es una copia de la Libreta. No se cambió nada.');

export function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 10) lines += 1;
  return lines;
}
