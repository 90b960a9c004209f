import { appendFileSync } from 'node:fs';
import type { Ledger, Settled } from './ledger.ts';
import { toldOf } from './ledger.ts';

/** A line of the table that `npm run test:faults` prints; what does not apply stays out. */
export interface FaultLine {
  readonly fault: string;
  readonly what: string;
  readonly acknowledged?: number;
  readonly lost?: number;
  readonly doubled?: number;
  readonly refused: string;
  /** Seconds until the first save after the mending was acknowledged, the longest of all rounds. */
  readonly worksAfter?: number;
  /** The longest that `/api/health` and `/api/health/live` were waited for, in ms. */
  readonly health?: number;
  readonly live?: number;
}

/** Adds a line to the report of this run, for whoever gathers it. */
export function reportFault(line: FaultLine): void {
  const report = process.env.FAULTS_REPORT;
  if (report) appendFileSync(report, `${JSON.stringify(line)}\n`);
}

interface Told {
  readonly fault: string;
  readonly what: string;
  readonly ledger: Ledger;
  readonly settled: Settled;
  /** Statuses with which people may have been refused. */
  readonly allowed: readonly number[];
  readonly worksAfter: readonly number[];
}

/** The same of what a ledger tells. */
export function reportLedger({ fault, what, ledger, settled, allowed, worksAfter }: Told): void {
  const { health, live } = ledger.health.longest;
  const refused = toldOf(ledger.refusals, allowed);
  reportFault({ fault, what, ...settled, refused, worksAfter: Math.max(...worksAfter), health, live });
}
