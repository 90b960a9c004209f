import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getImport, type Import, type ImportState } from '#domain/calls/importing.ts';
import { AppError, ERRORS } from '#domain/errors.ts';
import type { RoleName } from '#domain/roles.ts';
import { refusing } from '../../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../../tests/support/axe.ts';
import { breaking, inHealth, listenToConsole, withoutPauses } from '../../../../tests/support/breaking.ts';
import { controlTimers } from '../../../../tests/support/controlled-timers.ts';
import { fakeCustody, storedCustodian } from '../../../../tests/support/fake-handovers.ts';
import {
  COLUMNS,
  fakeImport,
  likelyRow,
  problemRow,
  storedImport,
  storedRow,
  totals,
} from '../../../../tests/support/fake-imports.ts';
import {
  button,
  confirm,
  dialog,
  expectCount,
  goBack,
  pathOf,
  pressTwice,
  readNotice,
  searchOf,
} from '../../../../tests/support/on-screen.ts';
import { onPhone, screenAt } from '../../../../tests/support/shown.tsx';
import { loadedImport, showImport } from './imports-api.ts';

beforeEach(withoutPauses);

type Fakes = ReturnType<typeof fakeImport>;
const open = (one: Fakes, search = '', role: RoleName = 'ROLE_SUPERVISOR', ...first: Fakes['all']) =>
  screenAt(`/importar/${one.id}${search}`, role, inHealth(), ...first, ...one.all);
const heading = (name: string) => page.getByRole('heading', { level: 2, name });
const rows = () => page.getByRole('heading', { level: 3, name: /^Fila \d/ });
const chip = (name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Filtrar las filas' }).getByRole('link', { name });
const columnOf = (label: string) => page.getByRole('combobox', { name: label, exact: true });
const currentStep = () => page.getByRole('listitem').filter({ hasText: /^(Archivo|Columnas|Ensayo|Importación)/ });
const stepAt = (at: number) => currentStep().nth(at);

const STATES: [ImportState, Partial<Import>][] = [
  ['recibida', { delante: 2 }],
  ['leyendo', { filas: 0 }],
  ['columnas', { totales: totals() }],
  ['ensayando', { hechas: 300, porHacer: 1_200 }],
  ['ensayada', { totales: totals({ nueva: 2, problema: 1 }), avisos: ['Hay 2 filas ocultas: también se leen.'] }],
  ['importando', { hechas: 300, porHacer: 1_200 }],
  ['parada', { creadas: 2, totales: totals({ importada: 2, nueva: 1 }) }],
  ['importada', { creadas: 3, totales: totals({ importada: 3 }), deshacerHasta: '2026-12-20T19:05:00.000Z' }],
  ['deshaciendo', { hechas: 1, porHacer: 3 }],
  ['deshecha', { totales: totals({ deshecha: 2, conservada: 1 }) }],
  ['fallida', { fallo: 'El archivo está protegido con contraseña.', columnas: [] }],
];

test.each(STATES)('%s: the screen is accessible, also on a phone', async (estado, change) => {
  const one = fakeImport(storedImport({ estado, ...change }), [storedRow(2), problemRow(3), likelyRow(4)]);
  await open(one);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('mujeres de Colta.xlsx');
  await expect.element(page.getByText(/Mujeres · Luis Ortega, 20\/11\/2026 14:05/)).toBeVisible();
  await expectElementAccessible();
  await onPhone();
  await expectElementAccessible();
});

test('an import that does not exist says so', async () => {
  const one = fakeImport(storedImport());
  await screenAt(`/importar/${crypto.randomUUID()}`, 'ROLE_SUPERVISOR', inHealth(), ...one.all);
  await expect.element(page.getByRole('link', { name: 'Ir a Importar' })).toHaveAttribute('href', '/importar');
});

test('an import that a call answers after the account signed out is not kept', async () => {
  const answered = storedImport();
  await showImport(answered);
  expect(loadedImport(answered._id)).toBeUndefined();
});

test('without a server the screen can be loaded again', async () => {
  listenToConsole();
  const one = fakeImport(storedImport());
  const broken = breaking(one.one, 503);
  await open(one, '', 'ROLE_SUPERVISOR', broken);
  await expect.element(page.getByText(/^Error al cargar la importación/)).toBeVisible();
  broken.mend();
  await button('Volver a intentar').click();
  await expect.element(heading('Esto es lo que pasará')).toBeVisible();
});

test('a file that cannot be read says why, and leads to another try', async () => {
  const one = fakeImport(storedImport({ estado: 'fallida', fallo: 'El archivo está protegido con contraseña.' }));
  await open(one);
  await expect.element(page.getByText('El archivo está protegido con contraseña.')).toBeVisible();
  await page.getByRole('link', { name: 'Probar con otro archivo' }).click();
  await expect.poll(pathOf).toBe('/importar');
  expect(searchOf()).toEqual({ tipo: 'mujer' });
});

test('the work in the queue says how many go first, and its progress is asked for every second', async () => {
  const advance = controlTimers();
  const one = fakeImport(storedImport({ estado: 'recibida', delante: 1, filas: 0 }));
  await open(one);
  await expect.element(page.getByText('Antes va otra importación.')).toBeVisible();
  one.set({ estado: 'ensayando', delante: 0, filas: 1_200, hechas: 600, porHacer: 1_200 });
  await advance(1_000);
  await expect.element(heading('Ensayando las filas')).toBeVisible();
  await expect.element(page.getByText('600 de 1.200 filas')).toBeVisible();
  await expect.element(page.getByText('Ensayando: 50 %')).toBeInTheDocument();
  one.set({ estado: 'ensayada', totales: totals({ nueva: 1_200 }) });
  await advance(1_000);
  await expect.element(heading('Esto es lo que pasará')).toBeVisible();
  await expect.element(page.getByText('Lista para importar')).toBeInTheDocument();
});

test('a lost connection is said and the progress goes on when it is back', async () => {
  listenToConsole();
  const advance = controlTimers();
  const one = fakeImport(storedImport({ estado: 'importando', hechas: 1, porHacer: 3 }));
  const broken = breaking(one.one, 'abort', false);
  await open(one, '', 'ROLE_SUPERVISOR', broken);
  await expect.element(page.getByText('Quedan 2 filas')).toBeVisible();
  broken.break();
  await advance(1_000);
  await expect.element(page.getByText(/La importación sigue allá/)).toBeVisible();
  broken.mend();
  one.set({ hechas: 2 });
  await advance(5_000);
  await expect.element(page.getByText('Queda 1 fila')).toBeVisible();
  await expectCount(page.getByText(/La importación sigue allá/), 0);
});

test('a column serves one field, and missing ones are named', async () => {
  const columnas = COLUMNS.map((one) => (one.titulo === 'Cédula' ? { ...one, campo: null } : one));
  const one = fakeImport(storedImport({ estado: 'columnas', columnas, totales: totals() }));
  await open(one);
  await expect.element(page.getByText(/^Faltan? .*Cédula.*\.$/).first()).toBeVisible();
  await expect.element(page.getByText('Por ejemplo: LUZ MARÍA · SISA')).toBeVisible();
  await expect.element(page.getByText('2 columnas no se usan: Cédula y Observaciones del técnico.')).toBeVisible();
  const taken = columnOf('Observaciones del técnico').getByRole('option', { name: /^Nombres.*ya se usa/ });
  await expect.element(taken).toBeDisabled();
  await button('Ensayar').click();
  await expect.element(page.getByRole('alert')).toHaveFocus();
  expect(one.columns.requests).toEqual([]);
  await expectElementAccessible();
});

test('a column in another unit is explained where columns are chosen, and cannot be chosen', async () => {
  const avisos = ['«Peso (lb)» no está en la unidad de Peso (kg).'];
  const column = (titulo: string, campo: string | null) => ({ titulo, campo, ejemplos: ['9,25'] });
  const columnas = [
    column('Cédula', 'persona.cedula'),
    column('Fecha', 'fecha'),
    column('Edad', 'edad'),
    column('Peso (lb)', null),
    column('Masa', null),
    column('Talla', 'longitud'),
    column('PC', 'perimetro'),
  ];
  await open(fakeImport(storedImport({ tipo: 'control', estado: 'columnas', avisos, columnas })));
  await expect.element(page.getByText(avisos[0] ?? '')).toBeVisible();
  await expect.element(page.getByText('Falta una columna obligatoria: Peso (kg).', { exact: true })).toBeVisible();
  await expectCount(page.getByText(/Elige qué columna/), 0);
  const weight = (label: string) => columnOf(label).getByRole('option', { name: /^Peso \(kg\)/ });
  await expect.element(weight('Peso (lb)')).toBeDisabled();
  await expect.element(weight('Peso (lb)')).toHaveTextContent('Peso (kg) * · en otra unidad');
  await expect.element(weight('Masa')).toBeEnabled();
});

test('columns and a responsible account are sent once, and the rehearsal begins', async () => {
  const columnas = COLUMNS.map((one) => (one.titulo === 'Cédula' ? { ...one, campo: null } : one));
  const one = fakeImport(storedImport({ estado: 'columnas', columnas, totales: totals() }));
  const elena = storedCustodian();
  await screenAt(`/importar/${one.id}`, 'ROLE_SUPERVISOR', inHealth(), ...one.all, ...fakeCustody([elena]).all);
  await columnOf('Cédula').selectOptions('cedula');
  await expectCount(page.getByText(/obligatorias?: /), 0);
  await expect.element(page.getByText('Si no eliges ninguna, queda Luis Ortega, que subió el archivo.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Una cuenta para todas las filas nuevas' }).fill('Elena');
  await page.getByRole('option', { name: /Elena Paucar/ }).click();
  await expect.element(button(/^Cambiar a Elena Paucar/)).toBeVisible();
  // Both presses before anything is drawn; of a slower pair the second would focus what stands there then.
  const rehearse = button('Ensayar').element() as HTMLElement;
  rehearse.click();
  rehearse.click();
  await expect.element(heading('Ensayando las filas')).toHaveFocus();
  expect(one.columns.requests).toHaveLength(1);
  expect(one.columns.requests[0]?.body).toEqual({
    columnas: COLUMNS.map(({ campo }) => campo),
    responsable: elena._id,
  });
});

test('a column can name the responsible account', async () => {
  const columnas = COLUMNS.map((one) => (one.campo === null ? { ...one, campo: 'responsable' } : one));
  await open(fakeImport(storedImport({ estado: 'columnas', columnas })));
  await expect.element(page.getByText(/la columna «Observaciones del técnico»/)).toBeVisible();
  await expectCount(page.getByRole('combobox', { name: /Una cuenta para todas/ }), 0);
});

test('after the rehearsal the columns can be opened again, and unsent choices are not lost without a question', async () => {
  const one = fakeImport(storedImport(), [storedRow(2)]);
  await open(one);
  await page.getByRole('link', { name: 'Columnas', exact: true }).click();
  await expect.element(heading('¿Qué trae cada columna?')).toBeVisible();
  expect(searchOf()).toEqual({ paso: 'columnas' });
  await expect.element(stepAt(1)).toHaveAttribute('aria-current', 'step');
  goBack();
  await expect.element(heading('Esto es lo que pasará')).toBeVisible();
  await page.getByRole('link', { name: 'Cambiar columnas o responsable' }).click();
  await columnOf('Observaciones del técnico').selectOptions('telfdomicilio');
  await page.getByRole('link', { name: 'Ensayo', exact: true }).click();
  await confirm('Salir sin guardar');
  await expect.element(heading('Esto es lo que pasará')).toBeVisible();
});

test.each([
  [0, null],
  [1, '1 con problemas'],
  [37, '37 con problemas'],
  [12_000, '12.000 con problemas'],
])('a rehearsal with %i problems lists them by page and says what is left out', async (count, text) => {
  const shown = Array.from({ length: Math.min(count, 40) }, (_, index) => problemRow(index + 2));
  const stored = storedImport({ filas: count + 1, totales: totals({ nueva: 1, problema: count }) });
  const one = fakeImport(stored, [...shown, storedRow(count + 2)], { total: count || 1 });
  await open(one, count > 0 ? '?estado=problema' : '');
  await expect.element(button('Importar 1 fila')).toBeVisible();
  await expectCount(button('Descargar filas con problemas'), count > 0 ? 1 : 0);
  if (!text) return expectCount(page.getByText(/Se quedan fuera/), 0);
  await expect.element(page.getByText(new RegExp(`Se quedan fuera: ${text}\\.`))).toBeVisible();
  await expect.element(chip(/^Con problemas/)).toHaveTextContent(`Con problemas (${count.toLocaleString('es-EC')})`);
  await expectCount(rows(), Math.min(count, 20));
  const first = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Fila 2 ·/ }) });
  await expect
    .element(first)
    .toHaveTextContent(
      'Tipo de discapacidad: «Vizual» · No está en la lista «Discapacidades». ¿Querías decir «Visual»?',
    );
  await expectElementAccessible();
  if (count <= 20) return;
  await button('Siguiente').click();
  await expect.poll(searchOf).toEqual({ estado: 'problema', pagina: '2' });
  expect(one.rowList.requests.at(-1)?.query).toEqual({ estado: 'problema', limit: '20', offset: '20' });
  await expect.element(rows().first()).toHaveTextContent(/^Fila 22 ·/);
});

test('a changed row shows each value before and after, and rows are filtered by state', async () => {
  const changed = storedRow(3, {
    estado: 'cambia',
    cambios: [{ campo: 'direccion', titulo: 'Dirección', antes: 'COLUMBE', despues: 'MAJIPAMBA' }],
    advertencias: [{ campo: 'celular', titulo: 'Celular', msg: 'Tiene pocos dígitos' }],
    persona: { _id: crypto.randomUUID(), tipo: 'mujer' },
  });
  const one = fakeImport(storedImport({ totales: totals({ nueva: 1, cambia: 1 }) }), [storedRow(2), changed]);
  await open(one);
  await expectCount(rows(), 2);
  await chip(/^Cambian algo/).click();
  await expectCount(rows(), 1);
  expect(searchOf()).toEqual({ estado: 'cambia' });
  await expect.element(page.getByText('Dirección: antes COLUMBE , después MAJIPAMBA')).toBeVisible();
  await expect.element(page.getByText('Celular: Tiene pocos dígitos')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Abrir la libreta de la fila 3' }))
    .toHaveAttribute('href', `/mujer/${changed.persona?._id}`);
});

test('the rows with problems are downloaded', async () => {
  const one = fakeImport(storedImport({ totales: totals({ problema: 2 }) }), [problemRow(2), problemRow(3)]);
  await open(one);
  const answer = globalThis.fetch;
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (!address.includes('problemas')) return answer(address, init);
    asked.push(address);
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    return Promise.resolve(new Response('PK', { headers: { 'content-type': type } }));
  });
  await expectCount(button(/^Importar/), 0);
  await button('Descargar filas con problemas').click();
  await readNotice('Archivo descargado', 'filas-con-problemas.xlsx');
  expect(asked).toEqual([`/api/importaciones/${one.id}/problemas.xlsx`]);
});

test('rows that resemble people are decided one by one, and those decided during a rehearsal follow together', async () => {
  const advance = controlTimers();
  const likely = [likelyRow(2), likelyRow(3), likelyRow(4)];
  const one = fakeImport(storedImport({ totales: totals({ nueva: 1, parecida: 3 }) }), likely);
  await open(one, '?estado=parecida');
  await expect.element(page.getByText('3 filas se parecen a personas ya registradas.')).toBeVisible();
  await expect.element(page.getByText('TENEZACA 2')).toBeVisible();
  await expectElementAccessible();
  const person = likely[0]?.parecidas[0]?._id;
  const sent = () => one.decide.requests.map(({ body }) => body?.filas);
  const same = button('Es la misma persona: fila 2, LUZ MARIA TENEZACA 2');
  await same.dblClick();
  await expect.element(same).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(sent).toEqual([[{ fila: 2, decision: 'misma', persona: person }]]);
  // The list stays while the server rehearses the row, but nothing is imported meanwhile.
  await expect.element(page.getByRole('button', { name: 'Importar 1 fila' })).toBeDisabled();
  await button('Omitir la fila: fila 3').dblClick();
  await button('Es otra persona: fila 4').click();
  await expect.element(button('Es otra persona: fila 4')).toHaveAttribute('aria-pressed', 'true');
  await expectCount(rows(), 3);
  expect(sent()).toHaveLength(1);
  one.judge();
  await advance(1_000);
  const together = [
    { fila: 3, decision: 'omitir' },
    { fila: 4, decision: 'distinta' },
  ];
  await expect.poll(sent).toEqual([expect.anything(), together]);
  one.judge();
  await advance(1_000);
  await expect.element(page.getByText('No hay resultados con estos filtros')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Filas del archivo' })).toHaveFocus();
});

test('a decision can be taken back as long as its row is not imported', async () => {
  const advance = controlTimers();
  const omitted = { ...likelyRow(3), decision: 'omitir' } as const;
  const one = fakeImport(storedImport(), [omitted]);
  one.judge();
  await open(one);
  await expect.element(page.getByText('Decidido: se omite.')).toBeVisible();
  await button('Cambiar la decisión: fila 3').click();
  await expect
    .poll(() => one.decide.requests.map(({ body }) => body))
    .toEqual([{ filas: [{ fila: 3, decision: null }] }]);
  one.judge();
  await advance(1_000);
  await expect.element(button('Omitir la fila: fila 3')).toBeVisible();
});

test('a decision waits while another account has the import rehearsed', async () => {
  const advance = controlTimers();
  const one = fakeImport(storedImport({ totales: totals({ parecida: 1 }) }), [likelyRow(2)]);
  await open(one);
  await expect.element(button('Omitir la fila: fila 2')).toBeVisible();
  one.set({ estado: 'ensayando', porHacer: 1 });
  await button('Omitir la fila: fila 2').click();
  await expect.element(heading('Ensayando las filas')).toBeVisible();
  one.judge();
  await advance(1_000);
  await expect.poll(() => one.decide.requests.length).toBe(2);
  one.judge();
  await advance(1_000);
  await expect.element(page.getByText('Decidido: se omite.')).toBeVisible();
});

test('all rows that resemble people are decided at once, after a question', async () => {
  const one = fakeImport(storedImport({ totales: totals({ parecida: 1_200 }) }), [likelyRow(2)], { total: 1_200 });
  await open(one);
  await button('Son otras personas').click();
  await expect.element(dialog()).toHaveTextContent('Cada fila creará una libreta nueva.');
  await confirm('Cancelar');
  expect(one.decide.requests).toEqual([]);
  await button('Omitirlas').click();
  await confirm('Omitirlas');
  await expect.poll(() => one.decide.requests.map(({ body }) => body)).toEqual([{ todas: 'omitir' }]);
});

test('lost zeros are given back with one button, which rehearses again', async () => {
  const one = fakeImport(storedImport({ cerosPerdidos: 12, totales: totals({ problema: 12 }) }), [problemRow(2)]);
  await open(one);
  await expect.element(page.getByText('En 12 filas a la cédula le falta el cero inicial.')).toBeVisible();
  await button('Devolver el cero').dblClick();
  await expect.element(heading('Ensayando las filas')).toBeVisible();
  expect(one.columns.requests.map(({ body }) => body)).toEqual([
    { columnas: COLUMNS.map(({ campo }) => campo), ceros: true },
  ]);
});

const NEW_OPTIONS = [{ campo: 'detalleDiscapacidad', valores: ['Vizual', 'Motriz'], filas: 14 }];

test('only an administrator adds new options of a column to the list', async () => {
  const make = () =>
    fakeImport(storedImport({ opcionesNuevas: NEW_OPTIONS, totales: totals({ problema: 14 }) }), [problemRow(2)]);
  await open(make());
  await expect.element(page.getByText(/14 filas con opciones que no están en la lista/)).toBeVisible();
  await expect.element(page.getByText(/pide a quien administra que las agregue/)).toBeVisible();
  await expectCount(button(/^Agregar a la lista/), 0);
  const one = make();
  await open(one, '', 'ROLE_ADMINISTRADOR');
  await expect.element(page.getByText(/«Vizual» y «Motriz»/)).toBeVisible();
  await button(/^Agregar a la lista/).click();
  await expect.element(heading('Ensayando las filas')).toBeVisible();
  expect(one.columns.requests[0]?.body.agregar).toEqual(['detalleDiscapacidad']);
  const chosen = fakeImport(storedImport({ agregar: ['detalleDiscapacidad'] }), [storedRow(2)]);
  await open(chosen, '', 'ROLE_ADMINISTRADOR');
  await button(/^No agregarlas/).click();
  await expect.poll(() => chosen.columns.requests[0]?.body.agregar).toEqual([]);
});

test('an import is confirmed, can be stopped, goes on and ends', async () => {
  const advance = controlTimers();
  const one = fakeImport(storedImport({ filas: 4, totales: totals({ nueva: 2, cambia: 1, problema: 1 }) }), [
    storedRow(2),
  ]);
  await open(one);
  await button('Importar 3 filas').click();
  await expect.element(dialog()).toHaveTextContent('2 nuevas y 1 que cambia algo.');
  await expect.element(dialog()).toHaveTextContent('Se quedan fuera: 1 con problemas.');
  await confirm('Importar 3 filas');
  await expect.element(heading('Importando')).toBeVisible();
  await expect.element(page.getByText('Quedan 3 filas')).toBeVisible();
  one.set({ hechas: 2 });
  await advance(1_000);
  await expect.element(page.getByText('Queda 1 fila')).toBeVisible();
  // So slow that the second press comes after the answer, where the button to go on stands then.
  await pressTwice(button('Detener'), 60);
  await expect.element(heading('La importación se detuvo')).toBeVisible();
  expect(one.start.requests).toHaveLength(1);
  expect(one.stop.requests).toHaveLength(1);
  one.set({
    creadas: 2,
    totales: totals({ importada: 2, cambia: 1, problema: 1 }),
    terminada: '2026-11-20T19:30:00.000Z',
  });
  await open(one);
  await expect.element(page.getByText(/Se guardaron 2 filas: 2 creadas\..*Falta 1 fila por importar\./)).toBeVisible();
  await pressTwice(button('Seguir importando 1 fila'));
  await expect.element(heading('Importando')).toBeVisible();
  expect(one.start.requests).toHaveLength(2);
  one.set({ estado: 'importada', cambiadas: 1, totales: totals({ importada: 3, problema: 1 }) });
  await advance(1_000);
  await expect.element(page.getByText(/Se guardaron 3 filas: 2 creadas y 1 cambiada\./)).toBeVisible();
  await expectCount(button(/^Seguir importando/), 0);
});

test('an import that wrote nothing offers no undo', async () => {
  const done = { estado: 'importada' as const, creadas: 0, cambiadas: 0, terminada: '2026-11-20T19:30:00.000Z' };
  await open(fakeImport(storedImport({ ...done, deshacerHasta: '2026-12-20T19:30:00.000Z' })));
  await expect.element(page.getByText(/^No se guardó ninguna fila\./)).toBeVisible();
  await expectCount(button('Deshacer la importación'), 0);
  await expectCount(page.getByText(/La puedes deshacer/), 0);
});

test('an import is undone after a question, and what stayed is listed', async () => {
  const advance = controlTimers();
  const stayed = storedRow(3, { estado: 'conservada', nota: 'Rosa Yuquilema la cambió el 21/11/2026.' });
  const done = storedImport({
    ...{ estado: 'importada', creadas: 3, totales: totals({ importada: 3 }) },
    ...{ terminada: '2026-11-20T19:30:00.000Z', deshacerHasta: '2026-12-20T19:30:00.000Z' },
  });
  const one = fakeImport(done, [storedRow(2, { estado: 'deshecha' }), stayed]);
  await open(one);
  await expect.element(page.getByText(/La puedes deshacer hasta el 20\/12\/2026\./)).toBeVisible();
  await button('Deshacer la importación').click();
  await expect.element(dialog()).toHaveTextContent('Lo que creó se elimina');
  await confirm('Deshacer la importación');
  await expect.element(heading('Deshaciendo la importación')).toBeVisible();
  one.set({ estado: 'deshecha', totales: totals({ deshecha: 2, conservada: 1 }), deshacerHasta: null });
  await advance(1_000);
  await expect.element(page.getByText('Se deshicieron 2 filas.')).toBeVisible();
  await expect.element(page.getByText('1 conservada.')).toBeVisible();
  await chip(/^Conservadas/).click();
  await expect.element(page.getByText('Rosa Yuquilema la cambió el 21/11/2026.')).toBeVisible();
  await expectCount(button('Deshacer la importación'), 0);
});

test('a step that another account already took is said, and the screen shows the present state', async () => {
  const one = fakeImport(storedImport(), [storedRow(2)]);
  await open(one);
  await expect.element(button('Importar 3 filas')).toBeVisible();
  one.set({ estado: 'importada', creadas: 3, totales: totals({ importada: 3 }) });
  one.start.answer = () => {
    throw new AppError('importState');
  };
  await button('Importar 3 filas').click();
  await confirm('Importar 3 filas');
  await readNotice('No se pudo empezar a importar.', ERRORS.importState.message);
  await expect.element(heading('La importación terminó')).toBeVisible();
});

test('an import that wrote something cannot be discarded', async () => {
  await open(fakeImport(storedImport({ estado: 'parada', creadas: 1, totales: totals({ importada: 1, nueva: 1 }) })));
  await expect.element(button('Seguir importando 1 fila')).toBeVisible();
  await expectCount(button('Descartar'), 0);
});

test('after an import the remaining rows are looked at once more, which cannot be stopped', async () => {
  const change = { creadas: 3, terminada: '2026-11-20T19:30:00.000Z', hechas: 0, porHacer: 3 } as const;
  await open(fakeImport(storedImport({ estado: 'ensayando', ...change })));
  await expect.element(heading('Repasando lo que quedó')).toBeVisible();
  await expect.element(stepAt(3)).toHaveAttribute('aria-current', 'step');
  await expectCount(button('Detener'), 0);
});

test.each<[ImportState, Partial<Import>]>([
  ['ensayada', {}],
  ['parada', { totales: totals({ nueva: 1 }) }],
])('an import that wrote nothing can be discarded: %s', async (estado, change) => {
  const one = fakeImport(storedImport({ estado, ...change }), [storedRow(2)]);
  await open(one);
  await button('Descartar').click();
  await expect.element(dialog()).toHaveTextContent('mujeres de Colta.xlsx');
  await confirm('Descartar');
  await readNotice('Importación descartada');
  await expect.poll(pathOf).toBe('/importar');
});

test('the whole rehearsal can be used with the keyboard alone', async () => {
  const one = fakeImport(storedImport({ totales: totals({ nueva: 3 }) }), [storedRow(2)]);
  await open(one);
  await expect.element(button('Importar 3 filas')).toBeVisible();
  (button('Importar 3 filas').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Cancelar', dialog())).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(heading('Importando')).toHaveFocus();
});

test('an import that may not be seen is like one that does not exist', async () => {
  const one = fakeImport(storedImport());
  await open(one, '', 'ROLE_SUPERVISOR', refusing(getImport, new AppError('notFound')));
  await expect.element(page.getByText('No encontramos esta importación').last()).toBeVisible();
});
