const QUIET_MS = 800;

let underway = 0;
let quietSince = performance.now();

/** Marks the line as busy until the returned function is called. */
export function occupyLine(): () => void {
  underway += 1;
  return () => {
    underway -= 1;
    quietSince = performance.now();
  };
}

const SPARE_AT_LATEST_MS = 2_000;

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/** Waits until the processor is idle, two seconds at most. */
export const spareTime = () =>
  new Promise<void>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(() => resolve(), { timeout: SPARE_AT_LATEST_MS }) : resolve(),
  );

/** Waits until no request has been awaited for a while and the processor is idle. */
export async function lineIdle(): Promise<void> {
  for (;;) {
    const rest =
      underway > 0 || document.readyState !== 'complete' ? QUIET_MS : quietSince + QUIET_MS - performance.now();
    if (rest <= 0) break;
    await pause(rest);
  }
  await spareTime();
}

export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
