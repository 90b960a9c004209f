let deviceComes: () => Promise<unknown> = () => Promise.resolve();

/** Sets what to wait for: just after a page load the device may still be opening. */
export function setDeviceStart(until: () => Promise<unknown>): void {
  deviceComes = until;
}

export async function deviceStarted(): Promise<void> {
  await deviceComes();
}
