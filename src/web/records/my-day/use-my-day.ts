import { useEffect } from 'react';
import { addVisit, type DayVisit, MAX_VISITS_OF_DAY, moveVisit, setVisited } from '#domain/device/my-day.ts';
import { useDeviceNote } from '#web/lib/device-note.ts';
import { deviceNotes } from '#web/lib/device-notes.ts';

const { myDay } = deviceNotes;

export type PickedChild = Omit<DayVisit, 'visitado'>;

/** The children picked for today on this device, in their order, and what can be done with them. For the next one see `nextOfDay`. */
export function useMyDay() {
  const { items: visits, isLoaded } = useDeviceNote(myDay);
  // The page may have been open over midnight.
  useEffect(() => myDay.renew(), []);
  return {
    visits,
    /** False while the vault is closed: what was picked before is not known then. */
    isLoaded,
    visited: visits.filter(({ visitado }) => visitado).length,
    isFull: visits.length >= MAX_VISITS_OF_DAY,
    has: (id: string) => visits.some(({ _id }) => _id === id),
    add: (child: PickedChild) => myDay.change((before) => addVisit(before, { ...child, visitado: false })),
    remove: (id: string) => myDay.removePerson(id),
    /** @param to the new place, counted from 0 */
    move: (id: string, to: number) => myDay.change((before) => moveVisit(before, id, to)),
    setVisited: (id: string, visitado: boolean) => myDay.change((before) => setVisited(before, id, visitado)),
  };
}
