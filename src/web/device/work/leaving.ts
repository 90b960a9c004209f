import { countPending } from '#domain/sync/pending-count.ts';
import { waitingWork } from '#web/device/shown/waiting-work.ts';

const asksBeforeClosing = () => window.matchMedia?.('(pointer: fine)').matches ?? false;

const ask = (event: Event) => event.preventDefault();

function badge(count: number): void {
  const update = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  update?.catch(() => undefined);
}

/** Asks on a desktop before a page with pending work closes, and counts on the icon, also after the vault is closed. @returns ends it */
export function watchLeaving(): () => void {
  let shownCount: number | null = null;
  const follow = () => {
    const all = waitingWork.get();
    const count = countPending(all);
    if (count > 0 && asksBeforeClosing()) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
    if (all === null || count === shownCount) return;
    shownCount = count;
    badge(count);
  };
  const stop = waitingWork.subscribe(follow);
  follow();
  return () => {
    stop();
    window.removeEventListener('beforeunload', ask);
  };
}
