import type { Dose } from '../vaccines/schedule.ts';

/** What a family comes for. */
export interface Appointment {
  readonly kind: 'control' | 'vacuna' | 'hemoglobina';
  /** As a brigade says it: "Hexavalente, 2.ª dosis". */
  readonly name: string;
  /** The vaccine of a child, which a family reads in other words. */
  readonly dose?: Pick<Dose, 'vaccine' | 'text'>;
  /** The recommended or agreed day, `YYYY-MM-DD`; null without one. */
  readonly date: string | null;
  /** `due`: by today, and not done. `next`: its day came, but it follows a dose of today. `later`: on its day. `open`: no day is settled. */
  readonly when: 'due' | 'next' | 'later' | 'open';
  /** When it is done, instead of a day. */
  readonly note?: string;
  /** Whether the family and the brigade agreed on the day, so that other things wait for it. */
  readonly agreed?: boolean;
}

const ORDER = { due: 0, next: 1, later: 2, open: 3 } as const satisfies Record<Appointment['when'], number>;
const NO_DAY = '9999-12-31';

/** What is due first, then by day; of one day in the order given. */
export const inOrder = (appointments: readonly Appointment[]): Appointment[] =>
  appointments.toSorted((one, other) => {
    if (one.when !== other.when) return ORDER[one.when] - ORDER[other.when];
    const [day, otherDay] = [one.date ?? NO_DAY, other.date ?? NO_DAY];
    return day < otherDay ? -1 : day > otherDay ? 1 : 0;
  });
