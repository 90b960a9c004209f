import { DAILY } from './daily.ts';
import type { Job } from './job.ts';
import { REPORTS } from './reports.ts';

export const JOBS: Readonly<Record<string, Job>> = { ...DAILY, ...REPORTS };

export const QUICK_JOBS = ['signin', 'list', 'search', 'page', 'save', 'dashboard', 'followup'];

/** What people do all day, and how often; a mixed load is made of these. */
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
