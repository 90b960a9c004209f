import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Body } from '../support/factories.ts';
import { newCedula } from '../support/factories.ts';
import { csvOf, newLetters } from '../support/imports.ts';
import { until } from '../support/passing-time.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { remoteApi } from '../support/remote-api.ts';
import { startServer } from '../support/server-process.ts';

const WOMEN = 400;

/** The advisory lock that every batch but the first waits for, of the import and of its undoing. The embedded database has small batches, and pauses. */
const GATE = 7703;
const GATED = `
  create function wait_at_gate() returns trigger language plpgsql set lock_timeout = '60s' as $$ begin
    if exists (select from importacion_fila where estado = 'deshecha')
      or exists (select from importacion_fila where estado = 'importada')
      and exists (select from importacion_fila where estado = 'nueva')
    then perform pg_advisory_xact_lock_shared(${GATE});
    end if;
    return null;
  end $$;
  create trigger wait_at_gate before update on importacion_fila for each statement execute function wait_at_gate()`;

/** Stops work on PostgreSQL after its first batch, until it is opened. */
async function startGate(url: string) {
  const client = new pg.Client({ connectionString: url });
  // It may outlive the cluster if the test fails.
  client.on('error', () => {});
  await client.connect();
  await client.query(GATED);
  return {
    close: () => client.query('select pg_advisory_lock($1)', [GATE]),
    open: () => client.query('select pg_advisory_unlock($1)', [GATE]),
    end: () => client.end(),
  };
}

/** Most of the time passes until the killed process counts as gone, so the engines wait together. */
test.concurrent.for(['embedded', 'PostgreSQL'])(
  'the application is killed while it reads, imports and undoes a file (%s)',
  async (engine, { onTestFinished }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'libreta-fault-'));
    const cluster = engine === 'PostgreSQL' ? await startCluster({ durable: true }) : undefined;
    onTestFinished(async () => {
      await cluster?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const server = await startServer({ dataDir, ...(cluster && { databaseUrl: cluster.url }) });
    const gate = cluster && (await startGate(cluster.url));
    const { call, signIn } = remoteApi(server.url);
    const token = await signIn(server.admin);
    const cedulas = Array.from({ length: WOMEN }, () => newCedula());
    const file = csvOf(
      ['HCU', 'Cédula', 'Nombres', 'Apellidos'],
      cedulas.map((cedula, at) => [String(at + 1), cedula, newLetters(), newLetters()]),
    );
    const sent = await fetch(`${server.url}/api/importaciones?tipo=mujer&archivo=mujeres.csv`, {
      method: 'POST',
      headers: { 'x-access-token': token, 'content-type': 'text/csv' },
      body: new Uint8Array(file),
    });
    expect(sent.status).toBe(202);
    const { _id } = (await sent.json()) as Body;
    const path = `/api/importaciones/${_id}`;
    const stateOf = async (): Promise<Body> => (await call('GET', path, undefined, token)).body;
    const ended = (estado: string) =>
      until(async () => {
        const state = await stateOf();
        if (state.estado === 'fallida') throw new Error(String(state.fallo));
        return state.estado === estado ? state : undefined;
      }, `the import is ${estado}`);
    /** Kills the server once some rows, but not all, are done. */
    const killedInside = async (done: (state: Body) => number) => {
      const state = await until(async () => {
        const now = await stateOf();
        return done(now) > 0 ? now : undefined;
      }, 'some rows are done');
      await server.kill();
      await gate?.open();
      await server.restart();
      return done(state);
    };
    const women = async () =>
      (await call('GET', '/api/mujer', undefined, token)).body.map(({ cedula }: Body) => cedula);

    await server.kill();
    await server.restart();
    const read = await ended('ensayada');
    expect(read.totales).toMatchObject({ nueva: WOMEN });

    await gate?.close();
    expect((await call('POST', `${path}/importar`, undefined, token)).status).toBe(200);
    expect(await killedInside(({ totales }) => totales.importada)).toBeLessThan(WOMEN);
    expect((await ended('importada')).creadas).toBe(WOMEN);
    expect((await women()).toSorted()).toEqual(cedulas.toSorted());

    await gate?.close();
    expect((await call('POST', `${path}/deshacer`, undefined, token)).status).toBe(200);
    expect(await killedInside(({ totales }) => totales.deshecha)).toBeLessThan(WOMEN);
    await ended('deshecha');
    expect(await women()).toEqual([]);
    await gate?.end();
    expect(await server.stop()).toBe(0);
  },
);
