import { describe, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { RESOURCE_TYPES } from '#domain/exchange/resource-types.ts';
import { exportOf, isLenient, parametersIn, parametersOf } from './kick-off.ts';

const EVERYTHING = ['system/*.rs'];
const wanted = (pairs: readonly (readonly [string, string])[], scopes = EVERYTHING, lenient = false) =>
  exportOf(parametersOf(pairs), scopes, lenient);

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
};

describe('the types of an export', () => {
  it('are by default those that the scopes allow to read and to search', () => {
    expect(wanted([]).tipos).toEqual(RESOURCE_TYPES);
    expect(wanted([], ['system/Patient.rs', 'system/Observation.r', 'system/Condition.s']).tipos).toEqual(['Patient']);
  });

  it('are in the order of the server, whatever the order and number of the parameters', () => {
    const tipos = ['Patient', 'Observation'];
    expect(wanted([['_type', 'Observation,Patient']]).tipos).toEqual(tipos);
    expect(
      wanted([
        ['_type', ' Observation'],
        ['_type', 'Patient,Observation'],
      ]).tipos,
    ).toEqual(tipos);
  });

  it('are refused if a scope is missing for one of them, or for all', () => {
    const scopes = ['system/Patient.rs'];
    expect(codeOf(() => wanted([['_type', 'Patient,Observation']], scopes))).toBe('forbidden');
    expect(codeOf(() => wanted([['_type', 'Patient,Observation']], scopes, true))).toBe('forbidden');
    expect(codeOf(() => wanted([], ['system/Patient.r']))).toBe('forbidden');
    expect(codeOf(() => wanted([], ['dhis2.read']))).toBe('forbidden');
  });
});

it('an instant with any zone is understood', () => {
  for (const text of ['2026-11-01T00:00:00-05:00', '2026-11-01T05:00:00Z', '2026-11-01T05:00:00.000000001Z'])
    expect(wanted([['_since', text]]).desde?.toISOString()).toBe('2026-11-01T05:00:00.000Z');
});

it('a wish is found among others, in any case', () => {
  expect(isLenient('respond-async')).toBe(false);
  expect(isLenient('return=minimal, Respond-Async; wait=10')).toBe(false);
  expect(isLenient('handling=lenient,respond-async')).toBe(true);
  for (const prefer of [undefined, '', 'respond-asynchronously', 'handling=lenient'])
    expect(codeOf(() => isLenient(prefer))).toBe('invalid');
});

it('a Parameters resource says the same as an address', () => {
  const parameter = [
    { name: '_since', valueInstant: '2026-11-01T05:00:00Z' },
    { name: '_type', valueString: 'Patient' },
    { name: '_type', valueCode: 'Observation' },
  ];
  expect(exportOf(parametersIn({ resourceType: 'Parameters', parameter }), EVERYTHING, false)).toEqual(
    wanted([
      ['_since', '2026-11-01T05:00:00Z'],
      ['_type', 'Patient,Observation'],
    ]),
  );
  expect(parametersIn(undefined)).toEqual(new Map());
});
