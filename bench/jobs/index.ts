import type { Random } from '#server/population/random.ts';
import type { Call } from '../load/connection.ts';
import type { Facts } from '../setup/facts.ts';
import { DAILY } from './daily.ts';
import type { Job } from './job.ts';
import { REPORTS } from './reports.ts';

export const JOBS: Readonly<Record<string, Job>> = { ...DAILY, ...REPORTS };

export const callsOf = (job: string, random: Random, facts: Facts): readonly Call[] =>
  JOBS[job]?.calls(random, facts) ?? [];

export const QUICK_JOBS = ['signin', 'list', 'search', 'page', 'booklet', 'save', 'dashboard', 'followup'];

/** The jobs of a mixed load, each as often as people do it. */
export const MIXED_JOBS = [
  'list',
  'own',
  'own',
  'search',
  'search',
  'page',
  'page',
  'page',
  'save',
  'save',
  'deep',
  'followup',
  'dashboard',
];
