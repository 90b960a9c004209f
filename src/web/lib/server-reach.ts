import { ROUTES } from '#domain/calls/routes.ts';
import { createStore, useStore } from './store.ts';

const FIRST_CHECK_MS = 3_000;
const SLOWEST_CHECK_MS = 30_000;
const CHECK_TIMEOUT_MS = 8_000;

const reachable = createStore(true);
/** The browser's last word about its line, as its events give it. It is often wrong, so it only causes checks. */
let lineLost = false;
let wait = FIRST_CHECK_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

async function answers(): Promise<boolean> {
  const controller = new AbortController();
  const giveUp = setTimeout(() => controller.abort(), CHECK_TIMEOUT_MS);
  try {
    const response = await fetch(ROUTES.getHealth.path, { cache: 'no-store', signal: controller.signal });
    // A captive portal answers 200 too, but not with JSON.
    return response.ok && response.headers.get('content-type')?.includes('json') === true;
  } catch {
    return false;
  } finally {
    clearTimeout(giveUp);
  }
}

let checking: Promise<void> | undefined;

export function checkServer(): Promise<void> {
  clearTimeout(timer);
  checking ??= answers()
    .then(conclude)
    .finally(() => {
      checking = undefined;
    });
  return checking;
}

function conclude(answers: boolean): void {
  reachable.set(answers);
  clearTimeout(timer);
  if (answers && !lineLost) {
    wait = FIRST_CHECK_MS;
    return;
  }
  // After a lost line an answer may be older than the loss, and no request may follow to correct it.
  timer = setTimeout(() => {
    wait = Math.min(wait * 1.5, SLOWEST_CHECK_MS);
    void checkServer();
  }, wait);
}

/** Every request reports here. One failed request alone triggers a check. */
export function reportServer(answers: boolean): void {
  if (answers) conclude(true);
  else if (reachable.get()) void checkServer();
}

window.addEventListener('online', () => {
  lineLost = false;
  if (!reachable.get()) void checkServer();
});
window.addEventListener('offline', () => {
  lineLost = true;
  wait = FIRST_CHECK_MS;
  void checkServer();
});

export function onServerBack(listener: () => void): () => void {
  return reachable.subscribe(() => {
    if (reachable.get()) listener();
  });
}

export const serverReachable = reachable.get;

export function onServerGone(listener: () => void): () => void {
  return reachable.subscribe(() => {
    if (!reachable.get()) listener();
  });
}

export function useServerReachable(): boolean {
  return useStore(reachable);
}
