import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/connect.ts';

const ROWS = 100_000;
const RUNS = 30;
const SAMPLE_MS = 10;
const MB = 1024 * 1024;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** Adds children to the one that is there until the list has `ROWS`. */
async function fillUp({ db }: Database): Promise<void> {
  await db.execute(sql`
    insert into nino (_id, fecha_registro, created_by, busqueda, hcu, cedula, cedulamadre, nombres, apellidos, discapacidad,
      detalle_discapacidad, fechanacimiento, telfdomicilio, celular, direccion, nombre_padres, zona, provincia, canton,
      parroquia, establecimiento, sexo, revisar)
    select gen_random_uuid(), timestamptz '2026-01-01' + i * interval '1 second', created_by, busqueda, 'H' || i,
      lpad(i::text, 10, '0'), '1' || lpad(i::text, 9, '0'), nombres, 'APELLIDO' || i % 977, discapacidad, detalle_discapacidad,
      date '2025-01-01' + i % 700, telfdomicilio, '09' || lpad(i::text, 8, '0'), direccion || ' ' || i, nombre_padres, zona,
      provincia, canton, parroquia, establecimiento, sexo, revisar
    from generate_series(1, ${ROWS}::int - (select count(*)::int from nino)) as i, (select * from nino limit 1) as one`);
  await db.execute(sql`analyze nino`);
}

/**
 * Exports a list of 100,000 children in each format over a real connection: rows per second, the most memory above idle,
 * and what happens meanwhile to a small request.
 */
export async function benchExports(app: FastifyInstance, database: Database, token: string): Promise<void> {
  await fillUp(database);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const get = (path: string) => fetch(`${address}${path}`, { headers: { 'x-access-token': token } });
  const small = async () => {
    const start = performance.now();
    await (await get('/api/nino?limit=5')).arrayBuffer();
    return performance.now() - start;
  };
  const quiet: number[] = [];
  for (let run = 0; run < RUNS; run += 1) quiet.push(await small());

  for (const format of ['xlsx', 'csv']) {
    const idle = process.memoryUsage.rss();
    let peak = idle;
    const sampling = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, SAMPLE_MS);
    const start = performance.now();
    const answer = await get(`/api/nino/exportar.${format}`);
    if (!answer.ok || !answer.body) throw new Error(`The export answers ${answer.status}`);
    let bytes = 0;
    let busy = true;
    const whole = (async () => {
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
      busy = false;
    })();
    const meanwhile: number[] = [];
    while (busy) meanwhile.push(await small());
    await whole;
    const seconds = (performance.now() - start) / 1_000;
    clearInterval(sampling);
    const ratio = median(meanwhile) / median(quiet);
    console.log(
      `export ${format.padEnd(4)} ${ROWS} rows in ${seconds.toFixed(1)} s (${Math.round(ROWS / seconds)} rows/s, ` +
        `${(bytes / MB).toFixed(1)} MB), at most ${Math.round((peak - idle) / MB)} MB above idle; meanwhile a page of a list ` +
        `takes ×${ratio.toFixed(1)} (median of ${meanwhile.length}, at most ${Math.round(Math.max(...meanwhile))} ms)`,
    );
  }
}
