import { describe, expect, it } from 'vitest';
import { childOfMother } from './child-of-mother.ts';
import { parseRecord } from './define-record.ts';
import { RECORDS } from './index.ts';

const { mujer, nino } = RECORDS;

describe('a child of a registered mother', () => {
  it("begins with the mother's cedula, name, contact and place, but without her surnames", () => {
    expect(childOfMother(mujer.example)).toEqual({
      cedulamadre: '0603714026',
      nombrePadres: 'LUZ MARÍA TENESACA PILCO',
      telfdomicilio: '032900000',
      celular: '0900000000',
      direccion: 'COMUNIDAD MAJIPAMBA',
      zona: '3',
      provincia: 'CHIMBORAZO',
      canton: 'COLTA',
      parroquia: 'SICALPA',
      establecimiento: 'Centro de Salud Colta',
    });
  });

  it('takes over no empty field, so that a remembered establishment stays', () => {
    const mother = { ...mujer.example, establecimiento: '', celular: null };
    const values = childOfMother(mother);
    expect(Object.keys(values)).not.toContain('establecimiento');
    expect(Object.keys(values)).not.toContain('celular');
  });

  it('has only values that the declaration of a child accepts', () => {
    expect(parseRecord(nino, { ...nino.example, ...childOfMother(mujer.example) }).problems).toBeNull();
  });
});
