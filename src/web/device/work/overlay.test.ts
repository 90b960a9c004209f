import { expect, it, vi } from 'vitest';
import { nino } from '#domain/records/nino.ts';
import type { PendingOperation } from '#domain/sync/lane.ts';
import { childOnDevice } from '../../../../tests/support/child-on-device.ts';
import { createOverlay } from './overlay.ts';

const [SISA, TUPAK, KILLA] = ['a', 'b', 'c'].map((end) => `0190a000-0000-7000-8000-00000000000${end}`) as [
  string,
  string,
  string,
];

function overlayOf(...waiting: PendingOperation[]) {
  let cambio = 7;
  const booklet = vi.fn(async (id: string) => ({ ...childOnDevice(id), cambio: String(cambio) }));
  const author = () => childOnDevice(SISA).custodio;
  const overlay = createOverlay({ rowsOf: () => [], booklet }, () => waiting, author);
  return {
    overlay,
    waiting,
    reads: () => booklet.mock.calls.length,
    comesDown: (...some: string[]) => {
      cambio += 1;
      overlay.changed(some);
    },
  };
}
const edited = (persona: string): PendingOperation => ({
  ...{ op: crypto.randomUUID(), hace: 'reemplazar', tipo: 'nino', persona, _id: persona, version: 3 },
  ...{ campos: [...nino.fieldNames], valores: { ...nino.example }, antes: undefined },
  ...{ capturado: new Date().toISOString(), desfase: 0, orden: 1, estado: 'espera' },
});

it('a booklet is read once per save, and again after it was pulled', async () => {
  const { overlay, waiting, reads, comesDown } = overlayOf();
  expect(await overlay.changeOf(SISA)).toBe('7');
  waiting.push(edited(SISA));
  await overlay.follow([SISA]);
  const whole = await overlay.booklet(SISA);
  expect([await overlay.booklet(SISA), reads()]).toEqual([whole, 1]);
  // A change of another booklet has no effect.
  comesDown(TUPAK);
  expect([await overlay.changeOf(SISA), reads()]).toEqual(['7', 1]);
  comesDown(SISA);
  expect([await overlay.changeOf(SISA), reads()]).toEqual(['9', 2]);
});

it('a changed pending operation is applied again', async () => {
  const { overlay, waiting } = overlayOf(edited(SISA));
  await overlay.follow();
  const [one] = waiting;
  if (!one) throw new Error('nothing waits');
  waiting[0] = { ...one, valores: { ...one.valores, celular: '0991234567' } };
  await overlay.follow([SISA]);
  expect((await overlay.booklet(SISA))?.persona.celular).toBe('0991234567');
  waiting.length = 0;
  await overlay.follow([SISA]);
  expect(await overlay.booklet(SISA)).toEqual({ ...childOnDevice(SISA), cambio: '7' });
});

it('of booklets without pending operations only the last one read is cached', async () => {
  const { overlay, reads } = overlayOf(edited(SISA));
  await overlay.follow();
  for (const persona of [TUPAK, TUPAK, KILLA, SISA, KILLA]) await overlay.booklet(persona);
  expect(reads()).toBe(3);
  await overlay.booklet(TUPAK);
  expect(reads()).toBe(4);
  await overlay.booklet(SISA);
  expect(reads()).toBe(4);
});

it('a failed read is tried again', async () => {
  const booklet = vi.fn(async () => childOnDevice(SISA)).mockRejectedValueOnce(new DOMException('the disk is away'));
  const overlay = createOverlay(
    { rowsOf: () => [], booklet },
    () => [],
    () => childOnDevice(SISA).custodio,
  );
  await expect(overlay.booklet(SISA)).rejects.toThrow('the disk is away');
  expect((await overlay.booklet(SISA))?.cambio).toBe('7');
});

it('a row that is computed while its operation ends is not shown afterwards', async () => {
  const { overlay, waiting } = overlayOf(edited(SISA));
  const following = overlay.follow();
  waiting.length = 0;
  await overlay.follow([SISA]);
  await following;
  expect([overlay.waits(SISA), overlay.rowsOf('nino')]).toEqual([false, []]);
});
