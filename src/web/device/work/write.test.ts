import { afterEach, expect, test, vi } from 'vitest';
import type { Values } from '#domain/fields/index.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { BookletReads } from '#web/lib/source/booklet-source.ts';
import type { Outbox } from './outbox.ts';
import type { Overlay } from './overlay.ts';

const NO_ROOM =
  'Este equipo no tiene espacio para guardar más. Envía lo que tienes o libera espacio, y guarda otra vez.';
const OLD_PAGE = 'Otra pestaña abrió una versión más nueva de la Libreta. Recarga esta página y guarda otra vez.';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ['QuotaExceededError', NO_ROOM],
  // What another page, of a newer version, has changed is closed here.
  ['InvalidStateError', OLD_PAGE],
])('what the device cannot keep is refused with what helps: %s', async (name, sentence) => {
  // It asks for the server again and again from here on.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  const { reportServer } = await import('#web/lib/server-reach.ts');
  const { deviceWrite } = await import('./write.ts');
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  reportServer(false);
  const outbox: Pick<Outbox, 'all' | 'add'> = {
    all: () => [],
    add: () => Promise.reject(new DOMException('', name)),
  };
  const overlay: Pick<Overlay, 'changeOf'> = { changeOf: async () => null };
  const write = deviceWrite(outbox as Outbox, overlay as Overlay, {} as BookletReads, () => undefined);
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
});
