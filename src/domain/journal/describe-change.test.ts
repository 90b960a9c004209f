import { expect, it } from 'vitest';
import { RECORD_LIST } from '../records/index.ts';
import { describeChanges } from './describe-change.ts';
import { changedFields, fieldChanges } from './journal.ts';

const changeText = (kind: string, campo: string, antes: unknown, despues: unknown) => {
  const [change] = describeChanges(kind, [{ campo, antes, despues }]);
  return `${change?.label}: ${change?.antes} → ${change?.despues}`;
};

it.each([
  ['control', 'peso', 8.5, 8.75, 'Peso: 8,50 kg → 8,75 kg'],
  ['control', 'fecha', null, '2026-11-20', 'Fecha: N/A → 20/11/2026'],
  ['nino', 'discapacidad', 'No', 'Si', 'Discapacidad: No → Sí'],
  ['nino', 'celular', '', '0991112223', 'Celular: N/A → 0991112223'],
  ['etmitrimestre', 'trimestre', 'Primero', 'Primer trimestre', 'Trimestre: Primero → Primer trimestre'],
  ['vacunadosisnino', 'dosis', null, 3, 'Dosis: N/A → 3'],
  ['sesion', 'cedula', null, 'f3a1', 'Cédula (cifrada): N/A → f3a1'],
  ['nino', 'filas', null, 1284, 'Filas: N/A → 1284'],
  ['nino', 'ocurrio', null, '2026-11-20T19:05:30.000Z', 'Ocurrió: N/A → 20/11/2026 14:05'],
  ['nino', 'ocurrio', null, 'ayer', 'Ocurrió: N/A → ayer'],
  ['altitud', 'altitud', 2850, 2800, 'Altitud: 2850 m → 2800 m'],
  ['sesion', 'segundoFactor', null, 'código de recuperación', 'Segundo paso: N/A → código de recuperación'],
  ['rol', 'segundoFactor', false, true, 'Segundo paso: No → Sí'],
  ['rol', 'rol', 'ROLE_BRIGADA', 'ROLE_BRIGADA', 'Roles: Brigada → Brigada'],
  ['usuario', 'segundoFactor', 'activo', 'restablecido', 'Segundo paso: activo → restablecido'],
  ['usuario', 'roles', 'ROLE_USUARIO', 'ROLE_BRIGADA, ROLE_SUPERVISOR', 'Roles: Usuario → Brigada, Supervisor'],
])('the change of %s %s is shown with label and unit', (kind, campo, antes, despues, sentence) => {
  expect(changeText(kind, campo, antes, despues)).toBe(sentence);
});

it('flags are shown as words, and every field of every record with its label', () => {
  for (const { key, fields } of RECORD_LIST)
    for (const [name, field] of Object.entries(fields)) {
      const values = field.kind === 'flag' ? [false, true] : [null, null];
      const [before, after] = field.kind === 'flag' ? ['No', 'Sí'] : ['N/A', 'N/A'];
      expect(changeText(key, name, ...(values as [unknown, unknown]))).toBe(`${field.label}: ${before} → ${after}`);
    }
});

it('a value discarded in a conflict is shown beside the chosen one', () => {
  const before = { peso: 8.5, longitud: 70 };
  const after = { peso: 8.75, longitud: 70 };
  const content = changedFields(before, after, { peso: 9, longitud: 71.5 });
  const changes = fieldChanges(content.before, content.after);
  expect(describeChanges('control', changes)).toEqual([
    { campo: 'peso', label: 'Peso', antes: '8,50 kg', despues: '8,75 kg', descartado: '9,00 kg' },
    { campo: 'longitud', label: 'Longitud', antes: '70,00 cm', despues: '70,00 cm', descartado: '71,50 cm' },
  ]);
});

it('an unknown column is never shown by its name', () => {
  expect(changeText('control', 'columna_de_antes', null, 'x')).toBe('Otro dato: N/A → x');
});

it('changes are in the order of the form, whatever the order of the database', () => {
  const changes = ['canton', 'columna', 'cedula', 'hcu', 'nombres'].map((campo) => ({
    campo,
    antes: '',
    despues: 'x',
  }));
  const labels = describeChanges('nino', changes).map(({ label }) => label);
  expect(labels).toEqual(['HCU', 'Cédula', 'Nombres', 'Cantón', 'Otro dato']);
});
