import { registerLazyLoader } from '#web/ui/page/lazy-part.tsx';

/** The code of notes loads late, because a booklet seldom needs it. */
const notes = registerLazyLoader(() => import('#web/lib/device-notes.ts'));

/** Ticks a child off in «Mi día» when a visit or a control of it was saved on this device. */
export const markVisited = (id: string): void =>
  void notes().then(
    ({ tickOff }) => tickOff(id),
    () => undefined,
  );

/** Removes a deleted or erased person from what this device notes. */
export const removeNotesAbout = (id: string): void =>
  void notes().then(
    ({ dropPerson }) => dropPerson(id),
    () => undefined,
  );
