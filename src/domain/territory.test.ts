import { describe, expect, it } from 'vitest';
import { cantonsOf, findCanton, findProvince, PROVINCES, provinceOf, TERRITORY } from './territory.ts';

const SPECIFIED =
  'AZUAY, BOLIVAR, CAÑAR, CARCHI, COTOPAXI, CHIMBORAZO, EL ORO, ESMERALDAS, GUAYAS, IMBABURA, LOJA, LOS RÍOS, MANABÍ, MORONA SANTIAGO, NAPO, PASTAZA, PICHINCHA, TUNGURAHUA, ZAMORA CHINCHIPE, GALAPAGOS, SUCUMBIOS, ORELLANA, SANTO DOMINGO DE LOS TSACHILAS, SANTA ELENA'.split(
    ', ',
  );

describe('the list', () => {
  // proves 3.57
  it('has the 24 provinces in the spelling of the specification', () => {
    expect([...PROVINCES].sort()).toEqual([...SPECIFIED].sort());
  });

  // proves 3.58
  it('has 222 cantons in upper case, each with its own code that starts with the province’s', () => {
    const cantons = Object.values(TERRITORY).flatMap(({ code, cantones }) =>
      Object.entries(cantones).map(([name, canton]) => ({ name, canton, code })),
    );
    expect(cantons).toHaveLength(222);
    expect(new Set(cantons.map(({ canton }) => canton)).size).toBe(222);
    for (const { name, canton, code } of cantons) {
      expect(name).toBe(name.toLocaleUpperCase('es').trim());
      expect(canton).toMatch(new RegExp(`^${code}\\d\\d$`));
    }
  });
});

describe('finding', () => {
  it.each([
    ['azuay', 'AZUAY'],
    ['Los Rios', 'LOS RÍOS'],
    ['Manabi', 'MANABÍ'],
    ['Galápagos', 'GALAPAGOS'],
    ['Sucumbíos', 'SUCUMBIOS'],
    ['  santo domingo  de los tsáchilas ', 'SANTO DOMINGO DE LOS TSACHILAS'],
    ['canar', 'CAÑAR'],
  ])('province %j is %s', (written, stored) => {
    expect(findProvince(written)).toBe(stored);
  });

  it.each(['', 'QUITO', 'LIMA', 'constructor', '__proto__'])('%j is not a province', (written) => {
    expect(findProvince(written)).toBeUndefined();
    expect(cantonsOf(written)).toEqual([]);
  });

  it('a canton is found in its province or the whole country, not in another province', () => {
    expect(findCanton('Nabon', 'AZUAY')).toBe('NABÓN');
    expect(findCanton('nabón')).toBe('NABÓN');
    expect(findCanton('Nabón', 'LOJA')).toBeUndefined();
    expect(findCanton('', 'AZUAY')).toBeUndefined();
  });

  it('every canton is found in its province in any spelling', () => {
    for (const province of PROVINCES)
      for (const canton of cantonsOf(province)) {
        expect(findCanton(canton.toLowerCase().normalize('NFD'), province)).toBe(canton);
        expect(findCanton(canton)).toBeDefined();
      }
  });
});

describe('the province of a canton', () => {
  it('is the only province that has it', () => {
    expect([provinceOf('COLTA'), provinceOf('OÑA')]).toEqual(['CHIMBORAZO', 'AZUAY']);
  });

  it('is empty for a name that several provinces have, or none', () => {
    expect(['BOLÍVAR', 'OLMEDO', 'INVENTADO', ''].map(provinceOf)).toEqual(['', '', '', '']);
  });
});
