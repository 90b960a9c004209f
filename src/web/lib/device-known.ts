let deviceComes: () => Promise<unknown> = () => Promise.resolve();

/** What to wait for before it is known whether the device takes part: just after a page was loaded it may still be opening. */
export function awaitDevice(until: () => Promise<unknown>): void {
  deviceComes = until;
}

/** Resolves once it is known whether the device takes part, and so what waits on it. */
export async function deviceKnown(): Promise<void> {
  await deviceComes();
}
