const PERIOD_MS = 40;

/**
 * Gives each process only a share of the time, one after the other. This simulates one core per process on a machine with fewer cores.
 * @param share of a core, the same for each
 * @returns a function that lets the processes run freely again
 */
export function limitCpuShare(pids: readonly number[], share: number): () => void {
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
