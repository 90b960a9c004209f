import { describe, expect, it } from 'vitest';
import { tryField } from '../../../tests/support/try-field.ts';

const flag = (byDefault: boolean) => tryField({ kind: 'flag', label: 'Lactancia', default: byDefault });

describe('flag', () => {
  it.each([true, false])('%j is stored', (value) => {
    expect(flag(!value)(value)).toEqual({ stored: value });
  });

  it.each([true, false])('an absent or null value is the default %j', (byDefault) => {
    expect(flag(byDefault)(undefined)).toEqual({ stored: byDefault });
    expect(flag(byDefault)(null)).toEqual({ stored: byDefault });
  });

  it.each(['true', 'Sí', '', 0, 1, [], {}])('%j is not a boolean', (value) => {
    expect(flag(false)(value)).toEqual({ refused: ['Debe ser verdadero o falso'] });
  });
});
