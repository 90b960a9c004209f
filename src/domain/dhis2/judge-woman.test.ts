import { describe, expect, it } from 'vitest';
import { addDays } from '../calendar.ts';
import { type CountedWoman, judgeWoman } from './judge-woman.ts';

const PERIOD = { name: '202611', desde: '2026-11-01', hasta: '2026-11-30' };
/** Twelve weeks are complete on 30 November. */
const START = addDays('2026-11-30', -84);
const judge = (woman: Partial<CountedWoman>) =>
  judgeWoman({ registered: '2026-05-05', controls: [], starts: [], ...woman }, PERIOD);

describe('the first control of a pregnancy', () => {
  it('is early on the last day before twelve completed weeks, and later from the next day on', () => {
    expect(judge({ controls: ['2026-11-29'], starts: [START] }).firstControl).toBe('early');
    expect(judge({ controls: ['2026-11-30'], starts: [START] }).firstControl).toBe('later');
  });

  it('is not the second one', () => {
    expect(judge({ controls: ['2026-10-31', '2026-11-05'], starts: [START] }).firstControl).toBe('none');
    expect(judge({ controls: ['2026-11-05', '2026-11-02'], starts: [START] }).firstControl).toBe('early');
  });

  it('is counted anew in another pregnancy', () => {
    const before = addDays(START, -300);
    expect(judge({ controls: [before, '2026-11-20'], starts: [START, addDays(before, -20)] }).firstControl).toBe(
      'early',
    );
  });

  it('takes the latest screening of that pregnancy, and none of another one', () => {
    const corrected = addDays(START, -30);
    expect(judge({ controls: ['2026-11-20'], starts: [corrected, START] }).firstControl).toBe('later');
    expect(judge({ controls: ['2026-11-20'], starts: [addDays(START, -400)] }).firstControl).toBe('later');
  });

  it('without a screening is the first within the length of a pregnancy, and never early', () => {
    expect(judge({ controls: ['2026-11-20'] }).firstControl).toBe('later');
    expect(judge({ controls: [addDays('2026-11-20', -293), '2026-11-20'] }).firstControl).toBe('none');
    expect(judge({ controls: [addDays('2026-11-20', -294), '2026-11-20'] }).firstControl).toBe('later');
  });
});

it('controls and the registration count on the first and the last day of the period', () => {
  const controls = ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'];
  expect(judge({ controls }).controls).toBe(2);
  expect(
    ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'].map((registered) => judge({ registered }).registered),
  ).toEqual([false, true, true, false]);
});
