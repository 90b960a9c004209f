import { expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { failureOfAnswer, isTransient, isUncertain } from './failure.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];
const of = (code: ErrorCode) => failureOfAnswer({ status: ERRORS[code].status, code });

// proves F1
it.each([
  ['session', ['unauthenticated', 'credentials', 'secondFactor', 'secondFactorLost']],
  ['role', ['forbidden', 'passwordChange', 'signupOff']],
  ['ahead', ['protocol']],
  ['tooLarge', ['tooLarge', 'fileTooLarge']],
  ['tooOften', ['tooManyTries', 'tooManyExports', 'tooManyPeriods']],
  ['fault', ['internal']],
  ['busy', ['unavailable']],
  ['unable', ['noSpace']],
] as const)('%s is the failure of exactly these error codes', (failure, codes) => {
  expect(CODES.filter((code) => of(code) === failure)).toEqual(codes);
});

// proves F1
it('every other error code is a refusal', () => {
  const others = CODES.filter((code) => of(code) === 'refused');
  expect(others).toEqual(expect.arrayContaining(['invalid', 'notFound', 'conflict', 'outdated', 'epoch', 'deviceCut']));
  expect(others.every((code) => ERRORS[code].status < 500)).toBe(true);
});

// proves F1
it.each([
  [502, 'busy'],
  [504, 'busy'],
  [501, 'unable'],
  [520, 'unable'],
  [404, 'refused'],
] as const)('the status %i of a proxy is %s', (status, failure) => {
  expect(failureOfAnswer({ status, code: status < 500 ? 'notFound' : 'internal' })).toBe(failure);
});

// proves F2, F3
it('silence and busy are uncertain, these and fault and unable may pass, and no other failure does', () => {
  expect((['silence', 'busy'] as const).every((failure) => isUncertain(failure) && isTransient(failure))).toBe(true);
  expect((['fault', 'unable'] as const).every((failure) => !isUncertain(failure) && isTransient(failure))).toBe(true);
  const lasting = ['session', 'role', 'ahead', 'behind', 'tooLarge', 'tooOften', 'refused', null] as const;
  expect(lasting.some((failure) => isUncertain(failure) || isTransient(failure))).toBe(false);
});
