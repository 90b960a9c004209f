/** A clock that only moves when a test moves it. */
export function stoppedClock() {
  let instant = Date.now();
  return {
    now: () => new Date(instant),
    pass: (seconds: number) => {
      instant += seconds * 1_000;
    },
  };
}
