import { onTestFinished } from 'vitest';
import { setDeviceStart } from '#web/lib/device-start.ts';
import { deviceSide } from '#web/lib/source/choose-source.ts';
import { createDeviceSource } from '#web/lib/source/device-source.ts';

/** Simulates a device whose outbox holds creations with these ids until the test ends, with a reachable server. */
export function simulateHeldIds(...ids: string[]): void {
  const reads = createDeviceSource({ rowsOf: () => [], booklet: async () => null, lists: async () => null });
  deviceSide.set({
    ...{ reads, isWhole: () => false, write: ({ remote }) => remote() },
    answer: ({ remote, ask }) => ask(remote),
    holds: (_id) => ids.includes(_id),
  });
  onTestFinished(() => deviceSide.set(null));
}

/** A device that is still opening. `asked` resolves once something waits for it. */
export function simulateOpeningDevice() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const asked = new Promise<void>((resolve) =>
    setDeviceStart(() => {
      resolve();
      return opened;
    }),
  );
  onTestFinished(() => setDeviceStart(() => Promise.resolve()));
  return { open, asked };
}
