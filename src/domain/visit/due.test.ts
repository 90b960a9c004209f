import { expect, test } from 'vitest';
import { matchVaccines } from '../vaccines/timeline.ts';
import { dosesForToday } from './due.ts';

const BIRTH = '2026-01-15';

test('the doses of today are those that are due or late, campaign doses last', () => {
  const timeline = matchVaccines(BIRTH, [], '2026-07-20');
  const doses = timeline ? dosesForToday(timeline) : [];
  expect(doses.length).toBeGreaterThan(3);
  expect(doses.every(({ state, waits }) => (state === 'due' || state === 'late') && !waits)).toBe(true);
  const campaign = doses.findIndex(({ dose }) => dose.conditional);
  expect(campaign).toBeGreaterThan(0);
  expect(doses.slice(campaign).every(({ dose }) => dose.conditional)).toBe(true);
});
