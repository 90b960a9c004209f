const QUIET_MS = 800;

let underway = 0;
let quietSince = performance.now();

/** Somebody waits for what comes over the line until the returned function is called. */
export function occupyLine(): () => void {
  underway += 1;
  return () => {
    underway -= 1;
    quietSince = performance.now();
  };
}

/** Who has work to do all the time is not waited for. */
const SPARE_AT_LATEST_MS = 2_000;

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const spareTime = () =>
  new Promise<void>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(() => resolve(), { timeout: SPARE_AT_LATEST_MS }) : resolve(),
  );

/** Waits until nobody has waited for anything for a while, and the processor has nothing else to do. */
export async function lineIdle(): Promise<void> {
  for (;;) {
    const rest =
      underway > 0 || document.readyState !== 'complete' ? QUIET_MS : quietSince + QUIET_MS - performance.now();
    if (rest <= 0) break;
    await pause(rest);
  }
  await spareTime();
}

/** Whether the person asked the browser to fetch nothing that was not asked for. */
export const sparesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
