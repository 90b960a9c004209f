/** Durations of jobs, in milliseconds. */
export interface Times {
  readonly jobs: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
}

/** @param durations in milliseconds, in any order */
export function timesOf(durations: readonly number[]): Times {
  const sorted = durations.toSorted((a, b) => a - b);
  const share = (of: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? Number.NaN;
  return { jobs: sorted.length, p50: share(0.5), p95: share(0.95), p99: share(0.99), most: share(1) };
}
