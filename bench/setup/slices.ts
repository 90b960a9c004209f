const PERIOD_MS = 40;

/**
 * Lets processes run only their share of the time, one after the other: what several do when each finds a core of its own can be seen
 * where there are not so many.
 * @param share of a core, the same for each
 * @returns what lets them run freely again
 */
export function inSlices(pids: readonly number[], share: number): () => void {
  const stopped = new Set<number>();
  const turn = (pid: number, runs: boolean) => {
    process.kill(pid, runs ? 'SIGCONT' : 'SIGSTOP');
    if (runs) stopped.delete(pid);
    else stopped.add(pid);
  };
  const timers = pids.map((pid, place) => {
    const offset = (place * PERIOD_MS) / pids.length;
    return setInterval(() => {
      const phase = (performance.now() + offset) % PERIOD_MS;
      const runs = phase < share * PERIOD_MS;
      if (runs === stopped.has(pid)) turn(pid, runs);
    }, 1);
  });
  return () => {
    for (const timer of timers) clearInterval(timer);
    for (const pid of pids) turn(pid, true);
  };
}
