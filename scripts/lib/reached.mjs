/** A budget allows this factor above the reached value, so that the next justified change does not fail. */
const ROOM = 1.03;
/** Below this factor the reached value must be updated. */
const FALL = 0.995;

/** Tolerance for floating-point sums. */
const HAIR = 1e-9;

/** A whole number may grow by at least one, when 3 % is less. */
const limitOf = ({ reached, ceiling = Number.POSITIVE_INFINITY, whole = false }) => {
  const limit = whole ? Math.max(Math.floor(reached * ROOM), reached + 1) : reached * ROOM;
  return Math.min(limit, ceiling);
};

/** Whole numbers as they are, others with one decimal. */
const shown = (value, { whole = false }) => (whole ? String(value) : value.toFixed(1));

/**
 * Compares a measured value with the reached one.
 * @param budget `reached`: the recorded value; `whole`: a count; `ceiling`: an absolute maximum; `unit`
 * @param is the measured value
 * @returns the text to print, and the problem if the value is above the limit or has fallen so far that `reached` must be updated
 */
export function heldAgainst(name, budget, is) {
  const { reached, ceiling = Number.POSITIVE_INFINITY, unit } = budget;
  const limit = limitOf(budget);
  const summary = `${shown(is, budget)} of ${shown(limit, budget)} ${unit}`;
  if (is > limit + HAIR) {
    const why = limit === ceiling ? 'the most that was agreed' : `3 % above the ${shown(reached, budget)} reached`;
    return { summary, problem: `${name}: ${shown(is, budget)} ${unit}, at most ${shown(limit, budget)}, ${why}` };
  }
  if (is < reached * FALL - HAIR) {
    const problem = `${name}: only ${shown(is, budget)} ${unit} of the ${shown(reached, budget)} reached: write down ${shown(is, budget)}, so that it stays so`;
    return { summary, problem };
  }
  return { summary, problem: null };
}
