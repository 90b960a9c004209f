import { appendFileSync } from 'node:fs';
import type { Ledger, Settled } from './ledger.ts';
import { countRefusals } from './ledger.ts';

/** A row of the table of `npm run test:faults`; fields that do not apply are absent. */
export interface FaultLine {
  readonly fault: string;
  readonly what: string;
  readonly acknowledged?: number;
  readonly lost?: number;
  readonly doubled?: number;
  readonly refused: string;
  /** Seconds from the end of the fault to the first acknowledged save, the longest of all rounds. */
  readonly worksAfter?: number;
  /** Longest response times of `/api/health` and `/api/health/live`, in ms. */
  readonly health?: number;
  readonly live?: number;
}

/** Appends a row to the report of this run. */
export function reportFault(line: FaultLine): void {
  const report = process.env.FAULTS_REPORT;
  if (report) appendFileSync(report, `${JSON.stringify(line)}\n`);
}

interface LedgerReport {
  readonly fault: string;
  readonly what: string;
  readonly ledger: Ledger;
  readonly settled: Settled;
  /** Statuses of refusals that the test allows. */
  readonly allowed: readonly number[];
  readonly worksAfter: readonly number[];
}

/** Reports a fault from its ledger. */
export function reportLedger({ fault, what, ledger, settled, allowed, worksAfter }: LedgerReport): void {
  const { health, live } = ledger.health.longest;
  const refused = countRefusals(ledger.refusals, allowed);
  reportFault({ fault, what, ...settled, refused, worksAfter: Math.max(...worksAfter), health, live });
}
