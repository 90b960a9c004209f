import { afterEach, expect, test, vi } from 'vitest';
import type { Values } from '#domain/fields/index.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { BookletSource } from '#web/lib/source/booklet-source.ts';
import { freshBrowser, outboxDevice } from '../../../../tests/support/outbox-page.ts';
import type { Overlay } from './overlay.ts';

const NO_ROOM =
  'Este equipo no tiene espacio para guardar más. Envía lo que tienes o libera espacio, y guarda otra vez.';
const OLD_PAGE = 'Otra pestaña abrió una versión más nueva de la Libreta. Recarga esta página y guarda otra vez.';

type Device = ReturnType<typeof outboxDevice>;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ['that is full', ({ fill }: Device) => fill(), NO_ROOM],
  ['whose vault a newer version has opened', ({ upgrade }: Device) => upgrade(), OLD_PAGE],
])('a save on a device %s is refused with a helpful message', async (_, befalls, sentence) => {
  // From here on the page checks the server repeatedly.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  freshBrowser();
  const device = outboxDevice();
  const { outbox } = await device.openPage();
  const { reportServer } = await import('#web/lib/server-reach.ts');
  const { deviceWrite } = await import('./write.ts');
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  reportServer(false);
  befalls(device);
  const overlay: Pick<Overlay, 'changeOf'> = { changeOf: async () => null };
  const write = deviceWrite(outbox, overlay as Overlay, {} as BookletSource, () => undefined);
  const { nino: definition } = RECORDS;
  const saving = write({
    ...{
      hace: 'crear',
      about: {
        definition,
        _id: crypto.randomUUID(),
        values: definition.example as Values,
        parentId: undefined,
      },
    },
    ...{ remote: async () => ({ message: '' }), shown: async () => ({}) },
  });
  await expect(saving).rejects.toThrow(sentence);
  device.end();
});
