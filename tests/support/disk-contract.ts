import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Disk, VaultDeleted, type VaultEntry, type VaultStores } from '#web/device/store/stores.ts';

/** A disk and the faults that a test can cause on it. */
export interface DiskUnderTest {
  /** An empty disk. */
  readonly begin: () => Promise<Disk>;
  /** Leaves room for one small row. @returns makes room again */
  readonly fill: () => () => void;
  /** Opens the database of a vault as a newer version of the application. */
  readonly upgrade: (id: string) => Promise<void>;
  /** Keeps the database of a vault open. @returns releases it */
  readonly hold: (id: string) => Promise<() => void>;
}

const bytes = (...values: number[]) => new Uint8Array(values);
const booklet = (persona: string) => ({ persona, tipo: 'nino', cambio: '7', sellado: new Uint8Array(64).fill(7) });
const waiting = (orden: number, last = 1) => ({ orden, sellado: bytes(orden, last) });
const entry = (id: string, usuario: string): VaultEntry => ({
  ...{ id, usuario, etiqueta: 'e', kdf: { salt: bytes(1), memory: 65_536, passes: 2 }, porClave: null },
  ...{ porServidor: bytes(2), intentos: 0, esperarHasta: 0, contacto: 5, dias: 14, pendientes: 0 },
});
const CLOSED = { name: 'InvalidStateError' };
const BIG_BYTES = 5_000_000;
const COUNTS = 20;

/** The behaviour that the device expects of any disk (`src/web/device/store/stores.ts`). */
export function diskContract(name: string, { begin, fill, upgrade, hold }: DiskUnderTest): void {
  describe(name, () => {
    let disk: Disk;
    let id: string;
    let stores: VaultStores;
    beforeEach(async () => {
      disk = await begin();
      id = crypto.randomUUID();
      await disk.makeVault(id);
      stores = await disk.openVault(id);
    });
    afterEach(() => stores.close());

    async function content() {
      const read = await disk.openVault(id);
      const kinds = ['libretas', 'indice', 'estado', 'salida', 'enviados', 'marcas', 'borradores', 'reserva'] as const;
      const all = await Promise.all(kinds.map(async (kind) => [kind, await read.all(kind)] as const));
      read.close();
      return Object.fromEntries(all.filter(([, rows]) => rows.length > 0));
    }

    test('reading creates nothing', async () => {
      expect(await disk.openDevice()).toBeNull();
      const other = crypto.randomUUID();
      await expect(disk.openVault(other)).rejects.toThrow(VaultDeleted);
      expect([await disk.vaults(), await disk.openDevice()]).toEqual([[id], null]);
    });

    test('stored rows are visible to every page and survive another preparation', async () => {
      await stores.write({ libretas: { put: [booklet('sisa')] }, marcas: { put: [{ clave: 'salida', numero: 1 }] } });
      await disk.makeVault(id);
      const other = await disk.openVault(id);
      expect(await other.get('libretas', 'sisa')).toEqual(booklet('sisa'));
      other.close();
      const device = await disk.makeDevice();
      await device.write({ bovedas: { put: [entry(id, 'rosa')] } }, { strict: true });
      device.close();
      const again = await disk.openDevice();
      expect(await again?.all('bovedas')).toEqual([entry(id, 'rosa')]);
      again?.close();
    });

    test('rows are ordered by key and unique by key', async () => {
      await stores.write({ salida: { put: [10, 9, 100].map((orden) => waiting(orden)) } });
      await stores.write({ salida: { put: [waiting(9, 2)], drop: [100, 77] } });
      expect(await stores.all('salida')).toEqual([waiting(9, 2), waiting(10)]);
      await stores.write({ libretas: { put: ['b', 'a', 'B'].map(booklet) } });
      const visited: string[] = [];
      await stores.each('libretas', ({ persona }) => visited.push(persona));
      expect(visited).toEqual(['B', 'a', 'b']);
      expect([await stores.has('salida', 9), await stores.has('salida', 100)]).toEqual([true, false]);
      expect(await stores.get('salida', 100)).toBeUndefined();
    });

    test('a row put and deleted in one call does not exist', async () => {
      await stores.write({ libretas: { put: [booklet('sisa'), booklet('inti')], drop: ['sisa'] } });
      expect(await content()).toEqual({ libretas: [booklet('inti')] });
    });

    test('calls are executed in the order in which they began', async () => {
      const all = [
        stores.write({ salida: { put: [waiting(1)] } }),
        stores.change(['salida'], ([one]) => [null, one ? { salida: { put: [waiting(2), waiting(1, 9)] } } : {}]),
        stores.write({ salida: { drop: [2] } }),
      ];
      expect(await stores.all('salida')).toEqual([waiting(1, 9)]);
      await Promise.all(all);
    });

    test('rows read or written are copies', async () => {
      const row = waiting(1);
      await stores.write({ salida: { put: [row] } });
      row.sellado.fill(0);
      const read = await stores.get('salida', 1);
      read?.sellado.fill(0);
      expect(await stores.all('salida')).toEqual([waiting(1)]);
    });

    test('a large row is returned complete', async () => {
      const large = new Uint8Array(BIG_BYTES).map((_, at) => (at * 31) % 251);
      await stores.write({ reserva: { put: [{ clave: 'reserva', bytes: large }] } });
      const read = (await stores.get('reserva', 'reserva'))?.bytes ?? bytes();
      expect(read.length).toBe(BIG_BYTES);
      expect(read.every((value, at) => value === large[at])).toBe(true);
    });

    describe('a write is all or nothing', () => {
      const before = { libretas: [booklet('sisa')], marcas: [{ clave: 'salida', numero: 1 }] };
      beforeEach(() => stores.write({ libretas: { put: before.libretas }, marcas: { put: before.marcas } }));

      test('when a computed row throws', async () => {
        const changing = stores.change(['marcas', 'libretas'], () => {
          throw new Error('no such thing');
        });
        await expect(changing).rejects.toThrow('no such thing');
        expect(await content()).toEqual(before);
      });

      test('when one row cannot be stored', async () => {
        const odd = { ...booklet('inti'), sellado: (() => 'no bytes') as unknown as Uint8Array<ArrayBuffer> };
        const rows = { libretas: { put: [booklet('nina'), odd], drop: ['sisa'] } };
        await expect(stores.write({ estado: { put: [{ clave: 'c', sellado: bytes(1) }] }, ...rows })).rejects.toThrow(
          expect.objectContaining({ name: 'DataCloneError' }),
        );
        await expect(stores.change(['marcas', 'libretas'], () => [null, rows])).rejects.toThrow(
          expect.objectContaining({ name: 'DataCloneError' }),
        );
        expect(await content()).toEqual(before);
      });

      test('when there is no room for all of it, while deletions need none', async () => {
        const giveRoom = fill();
        const marcas = { put: [{ clave: 'salida', numero: 2 }], drop: [] };
        const rows = { libretas: { put: [booklet('inti'), booklet('nina')] } };
        await expect(stores.write({ ...rows, marcas })).rejects.toThrow(
          expect.objectContaining({ name: 'QuotaExceededError' }),
        );
        expect(await content()).toEqual(before);
        await stores.write({ libretas: { drop: ['sisa'] } });
        giveRoom();
        await stores.write({ ...rows, marcas });
        expect(await content()).toEqual({ libretas: [booklet('inti'), booklet('nina')], marcas: marcas.put });
      });
    });

    test('simultaneous writes of two pages do not overwrite each other', async () => {
      const other = await disk.openVault(id);
      const count = (page: VaultStores) =>
        page.change(['marcas'], (rows) => {
          const numero = (rows[0]?.numero ?? 0) + 1;
          return [numero, { marcas: { put: [{ clave: 'salida', numero }] } }];
        });
      const counts = await Promise.all(Array.from({ length: COUNTS }, (_, at) => count(at % 2 ? stores : other)));
      other.close();
      expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: COUNTS }, (_, at) => at + 1));
      expect(await content()).toEqual({ marcas: [{ clave: 'salida', numero: COUNTS }] });
    });

    test('a closed database refuses writes and reports it', async () => {
      const closed = vi.fn();
      const other = await disk.openVault(id, closed);
      other.close();
      await expect(other.write({ salida: { put: [waiting(1)] } })).rejects.toMatchObject(CLOSED);
      await expect(other.change(['salida'], () => [null])).rejects.toMatchObject(CLOSED);
      await expect(other.all('salida')).rejects.toMatchObject(CLOSED);
      await expect(other.get('salida', 1)).rejects.toMatchObject(CLOSED);
      // A page that closes its own connection is not notified.
      expect(closed).not.toHaveBeenCalled();
      expect(await content()).toEqual({});
    });

    test('a newer version opens after pending writes, and this page opens nothing any more', async () => {
      const closed = vi.fn();
      const old = await disk.openVault(id, closed);
      const writing = old.write({ salida: { put: [waiting(1)] } });
      const read = await disk.openVault(id);
      await writing;
      expect(await read.all('salida')).toEqual([waiting(1)]);
      await upgrade(id);
      expect(closed).toHaveBeenCalledOnce();
      await expect(old.write({ salida: { put: [waiting(2)] } })).rejects.toMatchObject(CLOSED);
      const newer = { name: 'NewerDatabase' };
      await expect(disk.openVault(id)).rejects.toMatchObject(newer);
      await expect(disk.makeVault(id)).rejects.toMatchObject(newer);
      expect(await disk.vaults()).toEqual([id]);
    });

    test('a dropped database is empty, and pages that have it open close it', async () => {
      const closed = vi.fn();
      const other = await disk.openVault(id, closed);
      await other.write({ salida: { put: [waiting(1)] }, borradores: { put: [{ nombre: 'n', texto: 't' }] } });
      const device = await disk.makeDevice();
      await device.write({ bovedas: { put: [entry(id, 'rosa')] } });
      await disk.dropVault(id);
      await disk.dropDevice();
      expect(closed).toHaveBeenCalledOnce();
      await expect(other.all('salida')).rejects.toMatchObject(CLOSED);
      await expect(device.all('bovedas')).rejects.toMatchObject(CLOSED);
      expect([await disk.vaults(), await disk.openDevice()]).toEqual([[], null]);
      await expect(disk.openVault(id)).rejects.toThrow(VaultDeleted);
      // Dropping a missing vault succeeds.
      await disk.dropVault(id);
      await disk.makeVault(id);
      expect(await content()).toEqual({});
    });

    test('a database in use is dropped once it is released, and a page opening it meanwhile finds it empty', async () => {
      await stores.write({ salida: { put: [waiting(1)] } });
      const closed = vi.fn();
      const other = await disk.openVault(id, closed);
      const letGo = await hold(id);
      const order: string[] = [];
      const dropping = disk.dropVault(id).then(() => order.push('dropped'));
      const opening = disk.openVault(id).catch(() => order.push('gone'));
      await expect.poll(() => closed.mock.calls).toHaveLength(1);
      await expect(other.all('salida')).rejects.toMatchObject(CLOSED);
      order.push('let go');
      letGo();
      await Promise.all([dropping, opening]);
      expect([order[0], order.slice(1).toSorted()]).toEqual(['let go', ['dropped', 'gone']]);
      expect(await disk.vaults()).toEqual([]);
    });
  });
}
