/** A budget stands this much above what was reached, so that the next honest change does not fail … */
const ROOM = 1.03;
/** … and follows when that falls by more than this. */
const FALL = 0.995;

/** Floating-point sums of the same files may end a hair apart. */
const HAIR = 1e-9;

/** What is counted one by one has room for one more, where 3 % would be less. */
const limitOf = ({ reached, ceiling = Number.POSITIVE_INFINITY, whole = false }) => {
  const limit = whole ? Math.max(Math.floor(reached * ROOM), reached + 1) : reached * ROOM;
  return Math.min(limit, ceiling);
};

/** As it is told, and noted: whole where it is counted one by one, otherwise to a tenth. */
const shown = (value, { whole = false }) => (whole ? String(value) : value.toFixed(1));

/**
 * Holds what is measured against what was reached before.
 * @param budget `reached`: as it was when somebody last wrote it down; `whole`: counted one by one; `ceiling`: never above it, whatever
 * was reached; `unit`
 * @param is what is measured now
 * @returns `limit` as it is told, and what is wrong, if anything: above the limit, or so far below what was reached that this has to be
 * written down anew
 */
export function heldAgainst(name, budget, is) {
  const { reached, ceiling = Number.POSITIVE_INFINITY, unit } = budget;
  const limit = limitOf(budget);
  const told = `${shown(is, budget)} of ${shown(limit, budget)} ${unit}`;
  if (is > limit + HAIR) {
    const why = limit === ceiling ? 'the most that was agreed' : `3 % above the ${shown(reached, budget)} reached`;
    return { told, problem: `${name}: ${shown(is, budget)} ${unit}, at most ${shown(limit, budget)}, ${why}` };
  }
  if (is < reached * FALL - HAIR) {
    const problem = `${name}: only ${shown(is, budget)} ${unit} of the ${shown(reached, budget)} reached: write down ${shown(is, budget)}, so that it stays so`;
    return { told, problem };
  }
  return { told, problem: null };
}
