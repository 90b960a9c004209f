import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Disk, type VaultEntry, VaultGone, type VaultStores } from '#web/device/store/stores.ts';

/** A disk, and what befalls it. */
export interface DiskInHand {
  /** With nothing on it. */
  readonly begin: () => Promise<Disk>;
  /** It has room for one more small row, and for no other. @returns gives room again */
  readonly fill: () => () => void;
  /** A newer version of the application opens the database of a vault. */
  readonly upgrade: (id: string) => Promise<void>;
  /** A program opens the database of a vault, and does not let go of it. @returns lets go of it */
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

/** What the device counts on, whatever its disk is (`src/web/device/store/stores.ts`). */
export function diskContract(name: string, { begin, fill, upgrade, hold }: DiskInHand): void {
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

    /** All that lies in the vault. */
    async function content() {
      const read = await disk.openVault(id);
      const kinds = ['libretas', 'indice', 'estado', 'salida', 'enviados', 'marcas', 'borradores', 'reserva'] as const;
      const all = await Promise.all(kinds.map(async (kind) => [kind, await read.all(kind)] as const));
      read.close();
      return Object.fromEntries(all.filter(([, rows]) => rows.length > 0));
    }

    test('looking makes nothing', async () => {
      expect(await disk.openDevice()).toBeNull();
      const other = crypto.randomUUID();
      await expect(disk.openVault(other)).rejects.toThrow(VaultGone);
      expect([await disk.vaults(), await disk.openDevice()]).toEqual([[id], null]);
    });

    test('what is kept is there for every page, and stays where it is made ready again', async () => {
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

    test('rows are in the order of their keys, and one of each key', async () => {
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

    test('of what is put and goes in one call nothing is there', async () => {
      await stores.write({ libretas: { put: [booklet('sisa'), booklet('inti')], drop: ['sisa'] } });
      expect(await content()).toEqual({ libretas: [booklet('inti')] });
    });

    test('what is begun first is done first', async () => {
      const all = [
        stores.write({ salida: { put: [waiting(1)] } }),
        stores.change(['salida'], ([one]) => [null, one ? { salida: { put: [waiting(2), waiting(1, 9)] } } : {}]),
        stores.write({ salida: { drop: [2] } }),
      ];
      expect(await stores.all('salida')).toEqual([waiting(1, 9)]);
      await Promise.all(all);
    });

    test('a row that is read or written is another one than what lies there', async () => {
      const row = waiting(1);
      await stores.write({ salida: { put: [row] } });
      row.sellado.fill(0);
      const read = await stores.get('salida', 1);
      read?.sellado.fill(0);
      expect(await stores.all('salida')).toEqual([waiting(1)]);
    });

    test('a large row comes back whole', async () => {
      const large = new Uint8Array(BIG_BYTES).map((_, at) => (at * 31) % 251);
      await stores.write({ reserva: { put: [{ clave: 'reserva', bytes: large }] } });
      const read = (await stores.get('reserva', 'reserva'))?.bytes ?? bytes();
      expect(read.length).toBe(BIG_BYTES);
      expect(read.every((value, at) => value === large[at])).toBe(true);
    });

    describe('nothing is half kept', () => {
      const before = { libretas: [booklet('sisa')], marcas: [{ clave: 'salida', numero: 1 }] };
      beforeEach(() => stores.write({ libretas: { put: before.libretas }, marcas: { put: before.marcas } }));

      test('where what follows cannot be worked out', async () => {
        const changing = stores.change(['marcas', 'libretas'], () => {
          throw new Error('no such thing');
        });
        await expect(changing).rejects.toThrow('no such thing');
        expect(await content()).toEqual(before);
      });

      test('where one row cannot be kept', async () => {
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

      test('where there is no room for all of it; what goes needs none', async () => {
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

    test('of two pages that write at once neither overwrites what the other one wrote', async () => {
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

    test('a database that was closed takes nothing, and says so', async () => {
      const closed = vi.fn();
      const other = await disk.openVault(id, closed);
      other.close();
      await expect(other.write({ salida: { put: [waiting(1)] } })).rejects.toMatchObject(CLOSED);
      await expect(other.change(['salida'], () => [null])).rejects.toMatchObject(CLOSED);
      await expect(other.all('salida')).rejects.toMatchObject(CLOSED);
      await expect(other.get('salida', 1)).rejects.toMatchObject(CLOSED);
      // Whoever closed it knows.
      expect(closed).not.toHaveBeenCalled();
      expect(await content()).toEqual({});
    });

    test('a newer version is let in, once what was begun is written; nothing of it is opened here any more', async () => {
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

    test('of what is dropped nothing is left, and pages that have it open let go of it', async () => {
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
      await expect(disk.openVault(id)).rejects.toThrow(VaultGone);
      // Again, of what is not there.
      await disk.dropVault(id);
      await disk.makeVault(id);
      expect(await content()).toEqual({});
    });

    test('what somebody holds on to is dropped as soon as it is let go, and is gone for whoever opens it meanwhile', async () => {
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
