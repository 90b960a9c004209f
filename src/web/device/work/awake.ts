/** Does something that takes a while with the screen on, where the browser lets it be held so. */
export async function keepingAwake<T>(work: () => Promise<T>): Promise<T> {
  const lock = await navigator.wakeLock?.request('screen').catch(() => null);
  try {
    return await work();
  } finally {
    await lock?.release().catch(() => undefined);
  }
}
