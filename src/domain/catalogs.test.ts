import { describe, expect, it } from 'vitest';
import { CATALOG_KEYS, CATALOGS, type CatalogDefinition } from './catalogs.ts';
import { optionSchema } from './fields/catalog-option.ts';
import { problemsOf } from './records/define-record.ts';
import { foldText } from './text.ts';

/** Specification, section 3: list → field. */
const SPECIFIED = {
  discapacidad: 'tipo',
  establecimiento: 'nombre',
  etmitrimestre: 'trimestre',
  etmivacuna: 'vacuna',
  vacunamujertipo: 'tipo',
  vacunadosismujer: 'dosis',
  vacunanombremujer: 'nombre',
  vacunaclasificacionninio: 'nombre',
  vacunaninotipo: 'tipo',
  vacunadosisnino: 'dosis',
  tamizajeninoclasificacion: 'nombre',
};

const lists: CatalogDefinition[] = Object.values(CATALOGS);

// proves 2.193-2.203, 3.45-3.55, 7.66-7.76
it('the eleven catalogs have the fields of the specification', () => {
  expect(Object.fromEntries(CATALOG_KEYS.map((key) => [key, CATALOGS[key].field]))).toEqual(SPECIFIED);
});

// proves 2.204, 8.53
it('the notes name the forms of a catalog, and the screening catalog has its specified name', () => {
  const { discapacidad, establecimiento, etmitrimestre, etmivacuna, tamizajeninoclasificacion } = CATALOGS;
  expect(discapacidad.title).toBe('Discapacidades');
  expect(discapacidad.note).toContain('en las listas de todos los formularios');
  expect(establecimiento.title).toBe('Establecimientos de Salud');
  expect(etmitrimestre.note).toContain('formulario de ETMI de las mujeres');
  expect(etmivacuna.note).toContain('tamizaje de ETMI por tipo de enfermedad');
  expect(tamizajeninoclasificacion.entity).toBe('TamizajeNiño');
});

describe.each(lists)('$key', (catalog) => {
  const { field, kind, defaults } = catalog;
  const parse = (value: unknown) => optionSchema(catalog).safeParse({ [field]: value });
  const messages = (value: unknown) => {
    const result = parse(value);
    return result.success ? [] : problemsOf(result.error);
  };

  it('has valid and distinct initial options', () => {
    for (const value of defaults) expect(messages(value)).toEqual([]);
    expect(new Set(defaults.map(foldText)).size).toBe(defaults.length);
  });

  // proves 5.79
  it.each([undefined, null, '', '  '])('refuses a blank value: %j', (value) => {
    expect(messages(value)).toEqual([{ msg: 'Este campo es obligatorio', path: field }]);
  });

  if (kind === 'number') {
    // proves 3.56
    it.each([1, 10, '1', '10'])('accepts dose %j as a number', (value) => {
      expect(parse(value).data).toEqual({ [field]: Number(value) });
    });

    // proves 5.78, 9.35
    it.each([0, 11, -1, 1.5, '1.5', 'uno', true, [1], {}])('refuses dose %j', (value) => {
      expect(messages(value)).toMatchObject([{ path: field }]);
    });
  } else {
    it('accepts 200 characters and refuses 201', () => {
      expect(parse('x'.repeat(200)).success).toBe(true);
      expect(messages('x'.repeat(201))).toMatchObject([{ path: field }]);
    });

    it.each([5, true, ['x'], {}])('refuses %j', (value) => {
      expect(messages(value)).toMatchObject([{ path: field }]);
    });
  }
});
