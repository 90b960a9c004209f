import { afterEach, expect, type Mock, test, vi } from 'vitest';
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

/** The creation of a child. @param remote the call of the server */
function creationOf(remote: Mock<() => Promise<{ message: string }>>) {
  const { nino: definition } = RECORDS;
  const about = {
    ...{ definition, _id: crypto.randomUUID(), values: definition.example as Values, parentId: undefined },
  };
  return { hace: 'crear' as const, about, remote, shown: async () => ({}) };
}
const overlay: Pick<Overlay, 'changeOf' | 'follow'> = { changeOf: async () => null, follow: async () => undefined };

/** The writes of a device without booklets, whose server has the same fields. */
async function writesTo(outbox: Awaited<ReturnType<Device['openPage']>>['outbox']) {
  const { deviceWrite } = await import('./write.ts');
  const [nothing, sameFormat] = [() => undefined, () => true];
  return deviceWrite(outbox, overlay as Overlay, {} as BookletSource, nothing, sameFormat);
}

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
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  reportServer(false);
  befalls(device);
  const write = await writesTo(outbox);
  const saving = write(creationOf(vi.fn(async () => ({ message: '' }))));
  await expect(saving).rejects.toThrow(sentence);
  device.end();
});

// proves S2
test.each([
  ['cannot open it again', async () => new DOMException('the browser closed it', 'AbortError'), NO_ROOM],
  [
    'finds it in a newer version',
    async () => new (await import('#web/device/store/database-versions.ts')).NewerDatabase(),
    OLD_PAGE,
  ],
])(
  'a save on a device whose vault the browser closed and that %s is refused with a helpful message',
  async (_, failure, sentence) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    freshBrowser();
    const device = outboxDevice();
    let fails: Error | undefined;
    const { outbox } = await device.openPage((_effect, act) => {
      if (fails) throw fails;
      return act();
    });
    const { reportServer } = await import('#web/lib/server-reach.ts');
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    reportServer(false);
    const write = await writesTo(outbox);
    fails = await failure();
    const creation = creationOf(vi.fn(async () => ({ message: '' })));
    await expect(write(creation)).rejects.toThrow(sentence);
    fails = undefined;
    expect(await write(creation)).toMatchObject({ message: expect.stringContaining('Guardado en este equipo') });
    device.end();
  },
);

// proves S2
test('a save on a full device is sent without an operation id, and a failure leaves nothing pending', async () => {
  freshBrowser();
  const device = outboxDevice();
  const { outbox } = await device.openPage();
  const { NetworkError } = await import('#web/lib/api-errors.ts');
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  device.fill();
  const write = await writesTo(outbox);
  const remote = vi.fn(async () => ({ message: 'saved' }));
  expect(await write(creationOf(remote))).toEqual({ message: 'saved' });
  expect(remote).toHaveBeenCalledExactlyOnceWith();
  remote.mockRejectedValueOnce(new NetworkError());
  await expect(write(creationOf(remote))).rejects.toThrow(NetworkError);
  expect(outbox.all()).toEqual([]);
  device.end();
});

// proves S2
test.each([
  ['a stamp', '12', [{ estado: 'hecha', hecha: { sello: '12', version: 4, enseguida: true } }]],
  ['no stamp, as older servers', null, []],
])('a save answered with %s waits for nothing', async (_, stamp, kept) => {
  freshBrowser();
  vi.stubGlobal('BroadcastChannel', undefined);
  const device = outboxDevice();
  const { outbox } = await device.openPage();
  const write = await writesTo(outbox);
  const creation = creationOf(vi.fn());
  const remote = async (sent?: { onStamp: (stamp: string | null) => void }) => {
    sent?.onStamp(stamp);
    return { message: 'saved', version: 4 };
  };
  expect(await write({ ...creation, remote })).toEqual({ message: 'saved', version: 4 });
  expect([outbox.all(), outbox.shown()]).toMatchObject([[], kept]);
  device.end();
});

// proves S2
test.each([
  ['accepted', async () => ({ message: 'saved' }), { message: 'saved' }],
  ['refused', () => Promise.reject(new Error('Revisa la cédula.')), new Error('Revisa la cédula.')],
])('the answer to a save that the server %s is shown although the disk then fails', async (_, answer, shown) => {
  freshBrowser();
  vi.stubGlobal('BroadcastChannel', undefined);
  const device = outboxDevice();
  const { outbox } = await device.openPage();
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const write = await writesTo(outbox);
  const remote = vi.fn(() => {
    device.upgrade();
    return answer();
  });
  expect(await write(creationOf(remote)).catch((error: unknown) => error)).toEqual(shown);
  device.end();
});
