/** A clock that stands still until it is told to go on. */
export function stoppedClock() {
  let instant = Date.now();
  return {
    now: () => new Date(instant),
    /** Lets so many seconds pass. */
    pass: (seconds: number) => {
      instant += seconds * 1_000;
    },
  };
}
