import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { bookletOf } from '#domain/records/booklets.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { nino } from '#domain/records/nino.ts';
import { tableColumns } from '#domain/records/table-columns.ts';
import { NINO } from '#web/features/ninos/kind.ts';
import { NINO_PRINT } from '#web/features/ninos/nino-print.ts';
import { recordsBelongingTo } from '#web/records/booklet/records-belonging-to.ts';
import { formGroups } from '#web/records/form/form-groups.ts';
import { initialValues } from '#web/records/form/form-values.ts';
import { patientDocument } from '#web/records/patients/patient-document.ts';
import { FieldInput } from '#web/ui/fields/field-input.tsx';

// The session listens to other tabs.
vi.hoisted(() => vi.stubGlobal('window', new EventTarget()));

/** The record type added to the copy of the project. */
const visita = recordsBelongingTo(nino).find(({ key }) => key === 'visita') as RecordDefinition;
const birth = '2025-09-17';

test('the panel of a child has the section and its table columns', () => {
  expect(visita?.titles.short).toBe('Visitas');
  expect(tableColumns(visita).map(({ name }) => name)).toEqual(['fecha', 'edad', 'motivo', 'encontrada', 'transporte']);
});

test('the form has every field and computes dependent ones', () => {
  const values = { ...initialValues(visita, undefined, { birth }) };
  expect(values.edad).toBeTypeOf('number');
  const fields = formGroups(visita, values).flatMap((group) => group.fields);
  const inputs = fields.map(([name, field]) =>
    createElement(FieldInput, { key: name, name, field, value: values[name] ?? null, onChange: () => {} }),
  );
  const shown = renderToStaticMarkup(createElement(MantineProvider, null, inputs));
  for (const name of visita.fieldNames) expect(shown).toContain(visita.fields[name]?.label);
});

test('the printed booklet has the table after the others', async () => {
  const stored = { _id: 'a', version: 1, createdBy: { _id: 'u', nombre: 'Rosa', apellido: 'Yuquilema', cedula: '1' } };
  const fechaRegistro = '2026-11-20T12:00:00.000Z';
  const person = { ...nino.example, ...stored, estado: 'Normal', fechaRegistro };
  const { parts, printed } = bookletOf(nino);
  const none = Object.fromEntries(parts.map(({ list }) => [list, []]));
  const answer = { niño: person, ...none, visitaData: [{ ...visita.example, ...stored, fechaRegistro }] };
  const about = { product: 'Libreta', issued: { on: '20 de noviembre de 2026', by: 'Rosa Yuquilema' } };
  const { blocks } = await patientDocument(NINO, NINO_PRINT, answer, about);
  const table = blocks[printed.length];
  if (table?.kind !== 'table') throw new Error('no table');
  expect(table.title).toBe('Registros de Visita');
  expect(table.rows).toEqual([['2026-06-17', '9', 'CONTROL PENDIENTE', 'Sí', 'A pie']]);
});
