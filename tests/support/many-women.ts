import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { seed } from './seed.ts';

/** Women with long, hardly compressible texts, so that the sockets cannot buffer the whole list. */
export const manyWomen = ({ db }: Database, count: number) =>
  seed(
    db,
    count,
    (first, last) => sql`
    insert into mujer (_id, fecha_registro, created_by, busqueda, hcu, cedula, nombres, apellidos, discapacidad, direccion)
    select gen_random_uuid(), timestamptz '2026-01-01' + i * interval '1 second', usuario._id, 'muchas', 'H' || i,
      '00' || 80000000 + i, 'M', 'A', 'No', (select string_agg(md5(i || '-' || n), '') from generate_series(1, 9) as n)
    from generate_series(${first}::int, ${last}::int) as i, (select _id from usuario limit 1) as usuario`,
  );
