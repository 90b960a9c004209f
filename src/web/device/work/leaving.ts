import { countOf } from '#domain/sync/waiting-count.ts';
import { waitingWork } from '#web/device/shown/waiting-work.ts';

/** A phone takes pages away without asking anybody. */
const asksThere = () => window.matchMedia?.('(pointer: fine)').matches ?? false;

const ask = (event: Event) => event.preventDefault();

/** Has the icon of the application say how much waits, where it can. */
function badge(count: number): void {
  const told = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  told?.catch(() => undefined);
}

/**
 * As long as something waits, closing the page asks on a desktop, and the icon says how much; the icon goes on saying so
 * while nobody has the vault open.
 * @returns a function that ends it
 */
export function watchLeaving(): () => void {
  let said: number | null = null;
  const follow = () => {
    const all = waitingWork.get();
    const { send, look } = countOf(all);
    const count = send + look;
    if (count > 0 && asksThere()) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
    if (all === null || count === said) return;
    said = count;
    badge(count);
  };
  const stop = waitingWork.subscribe(follow);
  follow();
  return () => {
    stop();
    window.removeEventListener('beforeunload', ask);
  };
}
