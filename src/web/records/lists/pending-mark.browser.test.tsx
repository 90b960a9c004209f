import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { RecordKey } from '#domain/records/index.ts';
import { RECORDS } from '#domain/records/index.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { inHealth } from '../../../../tests/support/breaking.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { expectCount } from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';
import { anOperation, workOnDevice } from '../../../../tests/support/work-on-device.ts';

let device: Awaited<ReturnType<typeof workOnDevice>>;
beforeEach(async () => {
  device = await workOnDevice();
  return () => device.end();
});

const cloud = (name: string) => page.getByRole('img', { name, exact: true });
const SIZES = [
  ['a phone', onPhone],
  ['a wide screen', () => page.viewport(1280, 800)],
] as const;

test.each(SIZES)('a list marks people with pending records, on %s', async (_, sized) => {
  await sized();
  const booklet = fakeBooklet('nino');
  const waits = anOperation({ persona: booklet.id, hace: 'reemplazar', version: 1 });
  await device.keep(waits);
  await screenAt('/lista/ninos', 'ROLE_BRIGADA', inHealth(), ...booklet.fakes);
  await expect.element(cloud('Por enviar').first()).toBeVisible();
  await device.work.outbox.update(new Map([[waits.op, (now) => ({ ...now, estado: 'rechazada' })]]));
  await expect.element(cloud('Para revisar').first()).toBeVisible();
  await expectCount(cloud('Por enviar'), 0);
  await expectElementAccessible();
  // A record that the server has is no longer marked.
  await device.work.outbox.update(new Map([[waits.op, (now) => ({ ...now, estado: 'hecha' })]]));
  await expectCount(cloud('Para revisar'), 0);
});

test.each(SIZES)('only the pending one of two records is marked, on %s', async (_, sized) => {
  await sized();
  const key: RecordKey = 'control';
  const booklet = fakeBooklet('nino', {}, { [key]: [RECORDS[key].example, { ...RECORDS[key].example, peso: 7 }] });
  const [first] = booklet.of(key).rows;
  await device.keep(anOperation({ persona: booklet.id, tipo: key, _id: first?._id ?? '' }));
  await screenAt(`/ninos/${booklet.id}?seccion=control`, 'ROLE_BRIGADA', inHealth(), ...booklet.fakes);
  await expectCount(page.getByRole('button', { name: /^Eliminar registro/ }), 2);
  await expectCount(cloud('Por enviar'), 1);
  await expectElementAccessible();
});
