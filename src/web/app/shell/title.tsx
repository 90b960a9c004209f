import { useMatches } from '@tanstack/react-router';
import { ownTitle, SITE } from '#web/lib/screen-title.ts';
import { useStore } from '#web/lib/store.ts';

/** The title of the document: the screen's own, or that of its route. */
export function Title() {
  const own = useStore(ownTitle);
  const ofRoute = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen?.title });
  const title = own ?? ofRoute;
  return title === undefined ? null : <title>{`${title} · ${SITE}`}</title>;
}
