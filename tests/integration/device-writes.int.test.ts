import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays, today } from '#domain/calendar.ts';
import { MAX_OPERATIONS, PROTOCOL } from '#domain/calls/operation.ts';
import type { Outcome } from '#domain/calls/sending.ts';
import { bookletOf } from '#domain/records/booklets.ts';
import { parseRecord, type RecordDefinition, toNested } from '#domain/records/define-record.ts';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { addToLane, type NewOperation, type PendingOperation, withoutLocalFields } from '#domain/sync/lane.ts';
import { createRandom } from '#server/population/random.ts';
import { createOverlay } from '#web/device/work/overlay.ts';
import type { BookletSource } from '#web/lib/source/booklet-source.ts';
import { createDeviceSource } from '#web/lib/source/device-source.ts';
import { bodyWith, createRecord, newCedula, newDevice } from '../support/factories.ts';
import { NAMES, PLACES } from '../support/listed-people.ts';
import { createPulledDevice } from '../support/pulled-device.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

/** Add the seed of a failure here. */
const NAMED: readonly (readonly [what: string, seed: number])[] = [];
const SEEDS = [...NAMED, ['a new random day', Number(process.env.AGREE_SEED ?? Date.now() % 1_000_000_000)]] as const;
/** A day has this many waiting operations of more than half of all types. */
const WAITING = 50;
const KINDS = Math.floor(RECORD_LIST.length / 2) + 1;
/** A typical day needs 80. */
const MAX_WRITES = 1000;
const { nino, mujer, control, vacuna } = RECORDS;

/** Fields that depend on the server's instant or count. */
const UNEQUAL = ['version', 'fechaRegistro'];
const comparable = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => !UNEQUAL.includes(name)));

describe.each(SEEDS)('a device shows a day as the server will store it: %s', (_what, seed) => {
  const { whole, pick, chance } = createRandom(seed);
  const again = `AGREE_SEED=${seed}`;
  const day = today();
  let api: TestApi;
  let brigade: TestUser;
  let device: Awaited<ReturnType<typeof createPulledDevice>>;
  let source: BookletSource;
  let overlay: ReturnType<typeof createOverlay>;
  let waiting: PendingOperation[] = [];
  let written = 0;
  /** The last instant, to make all different. */
  let at = 0;

  const random = {
    nino: () => ({
      ...{ cedula: newCedula(), nombres: pick(NAMES), apellidos: pick(NAMES), ...pick(PLACES) },
      sexo: pick(['FEMENINO', 'MASCULINO', '']),
      fechanacimiento: chance(0.15) ? null : addDays(day, -whole(20, 760)),
    }),
    mujer: () => ({ cedula: newCedula(), nombres: pick(NAMES), apellidos: pick(NAMES), ...pick(PLACES) }),
    control: () => ({
      ...{ fecha: addDays(day, -whole(-3, 90)), edad: whole(1, 24) },
      ...{ peso: whole(250, 1500) / 100, longitud: whole(480, 880) / 10 },
    }),
    rn: () => {
      const dias = pick([280, 259, 258, 224, 190]);
      return { sem: Math.ceil(dias / 7), dias };
    },
    vacuna: () => ({
      ...{ tipovacuna: pick(['BCG', 'Rotavirus', 'Pentavalente']), dosis: whole(1, 3) },
      fechaaplicacion: addDays(day, -whole(0, 200)),
    }),
  };
  const valuesOf = (definition: RecordDefinition) => {
    const change = random[definition.key as keyof typeof random]?.() ?? {};
    const { values } = parseRecord(definition, bodyWith(definition, 'x', change));
    if (!values) throw new Error(`${again}: ${definition.key} is not valid`);
    return toNested(definition, values);
  };

  /** Adds an operation as a save on the device does, without a disk. */
  async function write(part: Omit<NewOperation, 'op' | 'capturado'>): Promise<void> {
    written += 1;
    const cambio = (await device.keeper.booklet(part.persona))?.cambio;
    at = Math.max(at + 1, Date.now());
    const capturado = new Date(at).toISOString();
    const one = { op: crypto.randomUUID() as string, capturado, ...(cambio && { sello: cambio }), ...part };
    const lane = waiting.filter(({ persona }) => persona === part.persona);
    const { add, change, drop } = addToLane(lane, one);
    waiting = waiting
      .filter((other) => !drop.includes(other))
      .map((other) => change.find(({ op }) => op === other.op) ?? other);
    if (add) waiting.push({ ...add, orden: written, estado: 'espera' });
    await overlay.follow();
  }

  async function someWrite(): Promise<void> {
    const tipo = chance(0.7) ? nino : mujer;
    const people = overlay.rowsOf(tipo.key);
    if (people.length === 0 || chance(0.2)) {
      const _id = crypto.randomUUID();
      return write({ persona: _id, hace: 'crear', tipo: tipo.key, _id, valores: valuesOf(tipo) });
    }
    const antes = pick(people) as unknown as { _id: string; version: number };
    const { _id: persona, version } = antes;
    if (chance(0.06)) return write({ persona, hace: 'eliminar', tipo: tipo.key, _id: persona });
    if (chance(0.25)) {
      const campos = [...tipo.fieldNames];
      return write({
        persona,
        hace: 'reemplazar',
        tipo: tipo.key,
        _id: persona,
        ...{ version, campos, antes: { ...antes } },
        valores: valuesOf(tipo),
      });
    }
    const kinds =
      tipo === nino && chance(0.7) ? [control, vacuna] : bookletOf(tipo).parts.map(({ definition }) => definition);
    const definition: RecordDefinition = pick(kinds);
    const records = await source.of(definition, persona, {});
    const removed = records.length > 0 && chance(0.3) ? pick(records) : null;
    if (removed) return write({ persona, hace: 'eliminar', tipo: definition.key, _id: removed._id });
    const _id = crypto.randomUUID();
    return write({ persona, hace: 'crear', tipo: definition.key, _id, valores: valuesOf(definition) });
  }

  /** Everything that the screens show. */
  async function view(): Promise<unknown> {
    const lists = await Promise.all(
      [nino, mujer].map(async (definition) => {
        const { rows, total } = await source.page(definition, { limit: 1000, offset: 0 }, {});
        const records = [];
        for (const { _id } of rows)
          for (const { definition: kind } of bookletOf(definition).parts)
            records.push((await source.of(kind, _id, {})).map(comparable));
        return { rows: rows.map(comparable), total, records };
      }),
    );
    const visits = await source.visits({ limit: '1000' }, {});
    return { lists, visits: visits.rows.map(comparable), counts: await source.visitCounts({}, {}) };
  }

  beforeAll(async () => {
    api = await startTestApi();
    brigade = await api.user('ROLE_BRIGADA');
    for (let child = 0; child < 8; child += 1) {
      const { _id } = await createRecord(brigade, 'nino', random.nino());
      await createRecord(brigade, 'control', random.control(), _id);
      await createRecord(brigade, 'mujer', random.mujer());
    }
    device = await createPulledDevice(api, brigade, day);
    await device.pull();
    const author = [...device.index.of('nino')][0]?.responsable;
    if (!author) throw new Error('no child was pulled');
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
    overlay = createOverlay(
      { rowsOf: device.index.of, booklet: device.keeper.booklet },
      () => waiting,
      () => author,
    );
    source = createDeviceSource({
      rowsOf: overlay.rowsOf,
      booklet: overlay.booklet,
      lists: async () => (await brigade.get('/api/sincronizacion/listas')).body,
    });
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    device.stores.close();
    await device.keeper.close();
    await api.close();
  });

  it('before sending and after fetching it back', async () => {
    const ready = () => waiting.length >= WAITING && new Set(waiting.map(({ tipo }) => tipo)).size >= KINDS;
    while (!ready() && written < MAX_WRITES) await someWrite();
    expect({ again, ready: ready() }).toEqual({ again, ready: true });
    const before = await view();

    const { equipo, secreto } = newDevice();
    await brigade.post('/api/equipos/llave', { equipo, secreto, nombre: '' });
    for (let from = 0; from < waiting.length; from += MAX_OPERATIONS) {
      const operaciones = waiting.slice(from, from + MAX_OPERATIONS).map(withoutLocalFields);
      const answer = await brigade.post('/api/sincronizacion/envio', { protocolo: PROTOCOL, equipo, operaciones });
      expect(answer.status, `${again} ${answer.text}`).toBe(200);
      const wrong = (answer.body.resultados as Outcome[]).filter(({ estado }) => estado !== 'hecha');
      expect({ again, wrong }).toEqual({ again, wrong: [] });
    }
    waiting = [];
    await overlay.follow();
    await device.pull();
    overlay.changed([]);
    expect({ again, view: await view() }).toEqual({ again, view: before });
  });
});
