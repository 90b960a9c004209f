import { onTestFinished } from 'vitest';
import { deviceSide } from '#web/lib/source/choose-source.ts';
import { createDeviceSource } from '#web/lib/source/device-source.ts';

/** A device on which what was made under these ids waits, and nothing else is, until the test ends. */
export function holding(...ids: string[]): void {
  const reads = createDeviceSource({ rowsOf: () => [], booklet: async () => null, lists: async () => null });
  deviceSide.set({
    ...{ reads, isWhole: () => false, write: () => new Promise<never>(() => undefined) },
    answer: ({ remote, ask }) => ask(remote),
    holds: (_id) => ids.includes(_id),
  });
  onTestFinished(() => deviceSide.set(null));
}
