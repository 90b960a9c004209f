import { describe, expect, it } from 'vitest';
import { REQUIRED, tryField } from '../../../tests/support/try-field.ts';

const province = (required = false) => tryField({ kind: 'province', label: 'Provincia', required });
const canton = (required = false) => tryField({ kind: 'canton', label: 'Cantón', within: 'provincia', required });

describe('province and canton', () => {
  it('are stored in the spelling of the list', () => {
    expect(province()(' los rios ')).toEqual({ stored: 'LOS RÍOS' });
    expect(canton()('nabon')).toEqual({ stored: 'NABÓN' });
  });

  it.each([undefined, null, '', ' '])('are empty for a blank value (%j), which is an error if required', (value) => {
    expect(province()(value)).toEqual({ stored: '' });
    expect(canton()(value)).toEqual({ stored: '' });
    expect(province(true)(value)).toEqual(REQUIRED);
    expect(canton(true)(value)).toEqual(REQUIRED);
  });

  it('outside the list are refused', () => {
    expect(province()('QUITO')).toEqual({ refused: ['Debe ser una provincia del Ecuador'] });
    expect(canton()('LIMA')).toEqual({ refused: ['Debe ser un cantón del Ecuador'] });
    expect(province()(5)).toEqual({ refused: ['Debe ser un texto'] });
  });
});
