import { expect, it } from 'vitest';
import { exportedList, exportFileName, exportWhole } from '../calls/exports.ts';
import { mujer } from '../records/mujer.ts';
import { nino } from '../records/nino.ts';
import { exportCells, exportColumns } from './columns.ts';

/** Copied from the specification, section 2, Exports. */
const WOMAN =
  'HCU, Cédula, Nombres, Apellidos, Discapacidad, Detalle Discapacidad, Teléfono Domicilio, Celular, Dirección, Zona, Provincia, Cantón, Parroquia, Establecimiento, Fecha Registro';
const CHILD =
  'HCU, Cédula, Cédula Madre, Nombres, Apellidos, Discapacidad, Detalle Discapacidad, Fecha Nacimiento, Teléfono Domicilio, Celular, Dirección, Nombre Padres, Zona, Provincia, Cantón, Parroquia, Establecimiento, Sexo, Fecha Registro';
const child = nino;

// proves 2.176, 2.177
it.each([
  ['a woman has the columns of the specification', mujer, WOMAN],
  ['a child has the columns of the specification', nino, CHILD],
])('%s', (_, definition, header) => {
  const columns = exportColumns(definition);
  expect(columns.map(({ label }) => label)).toEqual(header.split(', '));
  for (const { label, width } of columns) expect(width).toBeGreaterThan(label.length);
});

// proves 2.178
it('dates are cut to ten characters, absent values are empty, and other values are unchanged', () => {
  const columns = exportColumns(child).filter(({ name }) => /^fecha|^cedula$|^hcu$/.test(name));
  const row = { hcu: '=1+1', cedula: '0000000012', fechanacimiento: null, fechaRegistro: '2026-11-21T03:00:00.000Z' };
  expect(exportCells(columns, row)).toEqual(['=1+1', '0000000012', '', '2026-11-21']);
});

it('files and routes have the name of the list', () => {
  expect(exportFileName(exportedList(child), 'xlsx', '2026-11-21')).toBe('listado-ninos-2026-11-21.xlsx');
  expect(exportFileName(exportedList(mujer), 'csv', '2026-11-21')).toBe('listado-mujeres-2026-11-21.csv');
  expect(exportWhole(exportedList(child), 'csv').path).toBe('/api/nino/exportar.csv');
});
