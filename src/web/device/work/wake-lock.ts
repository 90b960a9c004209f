export async function withWakeLock<T>(work: () => Promise<T>): Promise<T> {
  const lock = await navigator.wakeLock?.request('screen').catch(() => null);
  try {
    return await work();
  } finally {
    await lock?.release().catch(() => undefined);
  }
}
