import { beforeEach, describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { catalogCalls } from '#domain/calls/catalogs.ts';
import { listDevices, listDevicesOf } from '#domain/calls/devices.ts';
import { countVisits, listVisits } from '#domain/calls/follow-up.ts';
import { getHealth } from '#domain/calls/health.ts';
import { listSessions } from '#domain/calls/open-sessions.ts';
import { listResponsible } from '#domain/calls/responsible.ts';
import { getProfile } from '#domain/calls/session.ts';
import { getUser } from '#domain/calls/users.ts';
import { CATALOGS } from '#domain/catalogs.ts';
import { RECORD_LIST, RECORDS, type RecordKey } from '#domain/records/index.ts';
import { answering, type Fake, NoConnection } from '../../../tests/support/answering.ts';
import { expectElementAccessible } from '../../../tests/support/axe.ts';
import {
  breaking,
  expectDiscreet,
  expectNoFailureShown,
  type Failure,
  inHealth,
  listenToConsole,
  withoutPauses,
} from '../../../tests/support/breaking.ts';
import { fakeOptions } from '../../../tests/support/fake-options.ts';
import { fakeBooklet, storedRecord } from '../../../tests/support/fake-records.ts';
import { fakeSecondFactor } from '../../../tests/support/fake-second-factor.ts';
import { button, dialog, expectCount, main, option } from '../../../tests/support/on-screen.ts';
import { servedMeasuring } from '../../../tests/support/served-measuring.ts';
import { servedAltitudes } from '../../../tests/support/served-options.ts';
import { servedRoles, storedUser } from '../../../tests/support/served-users.ts';
import { onPhone, screenAt } from '../../../tests/support/shown.tsx';

/** Failures that are only logged (specification): records, option lists and user details show a retry button and no message. */
const RETRY = 'Volver a intentar';
const retry = (place: Pick<Locator, 'getByRole'> = main()) =>
  place.getByRole('button', { name: new RegExp(`^${RETRY}`) });
const region = (name: string) => page.getByRole('region', { name, exact: true });

/** A person with one record of each kind. */
const examplesOf = (patient: 'mujer' | 'nino') =>
  fakeBooklet(
    patient,
    {},
    Object.fromEntries(
      RECORD_LIST.filter(({ parent }) => parent?.record === patient).map(({ key, example }) => [key, [example]]),
    ),
  );
const pathTo = (patient: 'mujer' | 'nino', id: string) => (patient === 'nino' ? `/ninos/${id}` : `/mujer/${id}`);

interface Place {
  name: string;
  what: string;
  failure: Failure;
  /** Its address, the failing call, and the other calls of the screen. */
  stage: () => { path: string; broken: Fake; fakes: Fake[] };
  /** What is visible once it has loaded. */
  comes: () => Locator;
  /** What can be used meanwhile. */
  usable?: () => Locator;
}

/** A place in a booklet. */
const inBooklet =
  (patient: 'mujer' | 'nino', section: string, brokenOf: (booklet: ReturnType<typeof fakeBooklet>) => Fake) => () => {
    const booklet = examplesOf(patient);
    const path = `${pathTo(patient, booklet.id)}${section && `?seccion=${section}`}`;
    return { path, broken: brokenOf(booklet), fakes: booklet.fakes };
  };

const recordPlaces = RECORD_LIST.filter(({ parent }) => parent !== undefined).map(
  ({ key, parent, titles }, index): Place => ({
    name: titles.table,
    what: titles.table,
    failure: ([500, 'slow', 503, 'abort'] as const)[index % 4] ?? 500,
    stage: inBooklet(parent?.record === 'nino' ? 'nino' : 'mujer', key, ({ of }) => of(key as RecordKey).list),
    comes: () => region(titles.table).getByRole('table'),
    usable: () => button('Guardar'),
  }),
);

const ownProfile = () => {
  const profile = { ...storedUser(), registros: { mujeres: 1, ninos: 2, total: 3 } };
  return answering(getProfile, () => profile);
};

const PLACES: Place[] = [
  ...recordPlaces,
  {
    name: "a child's own data",
    what: 'niños',
    failure: 500,
    stage: inBooklet('nino', '', ({ of }) => of('nino').one),
    comes: () => page.getByRole('heading', { level: 1, name: 'SISA VALENTINA GUALÁN TENESACA' }),
  },
  {
    name: "a woman's own data",
    what: 'mujeres',
    failure: 503,
    stage: inBooklet('mujer', '', ({ of }) => of('mujer').one),
    comes: () => page.getByRole('heading', { level: 1, name: 'LUZ MARÍA TENESACA PILCO' }),
  },
  {
    name: 'a user to edit',
    what: 'usuarios',
    failure: 500,
    stage: () => {
      const user = storedUser();
      const broken = answering(getUser, () => user);
      return { path: `/admin/edit/${user._id}`, broken, fakes: [servedRoles(), answering(listDevicesOf, () => [])] };
    },
    comes: () => button('Guardar Cambios'),
  },
  {
    name: 'the own profile',
    what: 'el perfil',
    failure: 'slow',
    stage: () => {
      return {
        path: '/profile',
        broken: ownProfile(),
        fakes: [
          answering(listSessions, () => []),
          answering(listDevices, () => []),
          fakeSecondFactor().own,
          servedMeasuring(0),
        ],
      };
    },
    comes: () => page.getByText('Fecha de registro'),
    usable: () => button('Cambiar contraseña'),
  },
  {
    name: 'the own sessions',
    what: 'las sesiones',
    failure: 503,
    stage: () => ({
      path: '/profile',
      broken: answering(listSessions, () => []),
      fakes: [ownProfile(), answering(listDevices, () => []), fakeSecondFactor().own, servedMeasuring(0)],
    }),
    comes: () => page.getByText('No hay sesiones abiertas'),
    usable: () => button('Cambiar contraseña'),
  },
  {
    name: 'the own second factor',
    what: 'el segundo paso',
    failure: 500,
    stage: () => ({
      path: '/profile',
      broken: fakeSecondFactor().own,
      fakes: [ownProfile(), answering(listSessions, () => []), answering(listDevices, () => []), servedMeasuring(0)],
    }),
    comes: () => button('Generar códigos nuevos'),
    usable: () => button('Cambiar contraseña'),
  },
  {
    name: 'an option list',
    what: 'Discapacidades',
    failure: 500,
    stage: () => ({
      path: '/formularios?lista=discapacidad',
      broken: fakeOptions(CATALOGS.discapacidad).list,
      fakes: Object.values(CATALOGS).map((catalog) => fakeOptions(catalog).list),
    }),
    comes: () => button('Editar Auditiva'),
    usable: () => button('Agregar opción'),
  },
  {
    name: 'the altitudes',
    what: 'altitudes',
    failure: 'abort',
    stage: () => ({ path: '/formularios/altitudes', broken: servedAltitudes(), fakes: [] }),
    comes: () =>
      main()
        .getByRole('button', { name: /^Editar la altitud/ })
        .first(),
  },
  {
    name: 'the altitude of a canton, for the anemia form',
    what: 'altitudes',
    failure: 500,
    stage: inBooklet('nino', 'anemia', servedAltitudes),
    comes: () => page.getByLabelText(/^Altitud donde vive/),
    usable: () => button('Guardar'),
  },
  {
    name: 'the controls, for a curve',
    what: 'Registros de Control del RN',
    failure: 500,
    stage: inBooklet('nino', 'peso-edad', ({ of }) => of('control').list),
    comes: () => page.getByRole('table', { name: 'Peso para la edad: las mismas cifras' }),
  },
  {
    name: 'the mother of a child',
    what: 'mujeres',
    failure: 500,
    stage: inBooklet('nino', '', ({ of }) => {
      of('mujer').rows.push(storedRecord(RECORDS.mujer));
      return of('mujer').list;
    }),
    comes: () => page.getByRole('link', { name: 'LUZ MARÍA TENESACA PILCO' }),
  },
];

beforeEach(withoutPauses);

// proves 8.78-8.80
test.each(PLACES)('$name ($failure): the failure shows no sentence and no alert, and can be retried', async (place) => {
  const { name, what, failure, stage, comes, usable } = place;
  const { logged, logLinesAbout } = listenToConsole();
  const { path, broken, fakes } = stage();
  const call = breaking(broken, failure);
  await screenAt(path, 'ROLE_ADMINISTRADOR', inHealth(), call, ...fakes);
  const again = retry().last();
  await expect.element(again).toBeVisible();
  await expect.element(again).not.toHaveAttribute('aria-disabled', 'true');
  await expectNoFailureShown();
  expect(logLinesAbout(what).length, name).toBeGreaterThan(0);
  expectDiscreet(logged, failure);
  if (usable) await expect.element(usable().first()).toBeEnabled();
  expect(again.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await expectElementAccessible();
  call.mend();
  again.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(comes()).toBeVisible();
  await expectCount(retry(), 0);
  expect(document.activeElement?.tagName, 'the focus is not lost').not.toBe('BODY');
});

test('a failure is logged once, however many parts of the screen need the data, and each new one again', async () => {
  const { logLinesAbout } = listenToConsole();
  const booklet = examplesOf('nino');
  const call = breaking(booklet.of('control').list);
  // A part that appears after the call failed asks again, so that it fails once all are there.
  const letBookletFail = call.hold();
  await screenAt(`/ninos/${booklet.id}?seccion=control`, 'ROLE_ADMINISTRADOR', inHealth(), call, ...booklet.fakes);
  await expect.poll(() => call.requests.length).toBe(1);
  const letFail = call.hold();
  letBookletFail();
  await expect.element(region(RECORDS.control.titles.table)).toBeVisible();
  letFail();
  await expectCount(retry(), 3);
  expect(logLinesAbout('Registros de Control del RN')).toHaveLength(1);
  // With the whole booklet, then alone, and two retries.
  expect(call.requests).toHaveLength(4);
  const letFailAgain = call.hold();
  await retry().last().click();
  await expect.element(retry().last()).toHaveAttribute('aria-disabled', 'true');
  await expect.element(retry().last()).toHaveFocus();
  letFailAgain();
  await expect.poll(() => logLinesAbout('Registros de Control del RN').length).toBe(2);
  await expect.element(retry().last()).toHaveAttribute('aria-disabled', 'false');
  await expect.element(retry().last()).toHaveFocus();
  await expectNoFailureShown();
});

test('loaded rows stay if a refresh fails', async () => {
  const booklet = examplesOf('mujer');
  const call = breaking(booklet.of('vacunamujer').list, 500, false);
  await screenAt(`/mujer/${booklet.id}?seccion=vacunamujer`, 'ROLE_ADMINISTRADOR', inHealth(), call, ...booklet.fakes);
  const table = region(RECORDS.vacunamujer.titles.table);
  await expectCount(table.getByRole('row'), 2);
  call.break();
  await table.getByRole('button', { name: /^Eliminar/ }).click();
  await button('Eliminar', dialog()).click();
  const again = table.getByRole('button', { name: RETRY });
  await expect.element(again).toHaveAttribute('aria-disabled', 'false');
  await expectCount(table.getByRole('row'), 2);
  await expectCount(main().getByRole('alert'), 0);
  call.mend();
  await again.click();
  await expect.element(table.getByText('Todavía no hay registros')).toBeVisible();
  await expectCount(again, 0);
  await expect.element(table.getByRole('heading')).toHaveFocus();
});

test('a nonexistent person shows a message and is not logged as a failure', async () => {
  const { logLinesAbout } = listenToConsole();
  const { fakes } = fakeBooklet('nino');
  await screenAt('/ninos/00000000-0000-4000-8000-000000000000', 'ROLE_ADMINISTRADOR', inHealth(), ...fakes);
  const heading = page.getByRole('heading', { level: 1, name: 'No encontramos a esta niña o niño' });
  await expect.element(heading).toBeVisible();
  await expectCount(retry(), 0);
  expect(logLinesAbout('niños')).toEqual([]);
});

describe('options of a select that failed to load', () => {
  // proves 8.77
  test('can be retried in the list by keyboard', async () => {
    const { logged, logLinesAbout } = listenToConsole();
    const { id, fakes } = examplesOf('mujer');
    const call = breaking(fakeOptions(CATALOGS.etmivacuna).list);
    await screenAt(`/mujer/${id}?seccion=etmi`, 'ROLE_ADMINISTRADOR', inHealth(), call, ...fakes);
    await expect.poll(() => logLinesAbout('Nombres de enfermedad de ETMI').length).toBe(1);
    expectDiscreet(logged, 500);
    const list = page.getByRole('combobox', { name: /^Enfermedad/ });
    await expect.element(list).toBeVisible();
    list.element().focus();
    await expect.element(option(RETRY)).toBeVisible();
    await expectNoFailureShown();
    await expectElementAccessible();
    await userEvent.keyboard('vi');
    await expect.element(option(RETRY)).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(() => logLinesAbout('Nombres de enfermedad de ETMI').length).toBe(2);
    await expect.element(option(RETRY)).toBeVisible();
    await expect.element(list).toHaveFocus();
    call.mend();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(option('VIH')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(list).toHaveValue('VIH');
  });

  test('can be retried by mouse, and the chosen value stays', async () => {
    const { id, fakes } = examplesOf('mujer');
    const { list } = catalogCalls(CATALOGS.establecimiento);
    const [call, other] = [
      breaking(fakeOptions(CATALOGS.discapacidad).list, 503),
      breaking(
        answering(list, () => ({ rows: [], total: 0 })),
        503,
      ),
    ];
    await screenAt(`/mujer/${id}`, 'ROLE_ADMINISTRADOR', inHealth(), call, other, ...fakes);
    const field = page.getByRole('combobox', { name: /discapacidad/i }).last();
    await expect.element(field).toHaveValue('Visual');
    await expect.poll(() => call.requests.length).toBe(3);
    await field.click();
    await expect.element(option(RETRY)).toBeVisible();
    await expect.element(option('Visual')).toBeVisible();
    call.mend();
    await option(RETRY).click();
    await expect.element(option('Auditiva')).toBeVisible();
    await expect.element(field).toHaveValue('Visual');
    await option('Auditiva').click();
    await expect.element(field).toHaveValue('Auditiva');
  });

  test('can be retried for the roles of a user', async () => {
    const { logLinesAbout } = listenToConsole();
    const call = breaking(servedRoles());
    await screenAt('/admin/add', 'ROLE_ADMINISTRADOR', inHealth(), call);
    await expect.poll(() => logLinesAbout('roles').length).toBe(1);
    await page.getByRole('combobox', { name: 'Rol' }).click();
    await expect.element(option(RETRY)).toBeVisible();
    await expectNoFailureShown();
    call.mend();
    await option(RETRY).click();
    await option('Supervisor').click();
    await expect
      .poll(() => document.querySelector<HTMLInputElement>('input[name=roles]')?.value)
      .toMatch(/^[^,]{30,}$/);
  });

  test('can be retried for the responsible accounts of the follow-up list', async () => {
    const { logLinesAbout } = listenToConsole();
    const rosa = { _id: storedUser()._id, nombre: 'Rosa', apellido: 'Yuquilema' };
    const call = breaking(answering(listResponsible, () => [rosa]));
    const noVisits = [
      answering(listVisits, () => ({ rows: [], total: 0 })),
      answering(countVisits, () => ({ total: 0, sinNacimiento: 0, cruce: 0, desnutricion: 0, control: 0, vacunas: 0 })),
    ];
    await screenAt('/seguimiento', 'ROLE_ADMINISTRADOR', inHealth(), call, ...noVisits);
    await page.getByRole('combobox', { name: 'Responsable del registro' }).click();
    await expect.element(option(RETRY)).toBeVisible();
    expect(logLinesAbout('el seguimiento')).toHaveLength(1);
    await expectNoFailureShown();
    call.mend();
    await option(RETRY).click();
    await expect.element(option('Rosa Yuquilema')).toBeVisible();
  });
});

test.each([1280, 360])('at %i px the vaccines, their calendar and the standards can each be retried', async (width) => {
  if (width < 1000) await onPhone();
  const booklet = examplesOf('nino');
  const [vaccines, controls] = [breaking(booklet.of('vacuna').list), breaking(booklet.of('control').list)];
  const path = `/ninos/${booklet.id}?seccion=vacuna`;
  await screenAt(path, 'ROLE_ADMINISTRADOR', inHealth(), vaccines, controls, ...booklet.fakes);
  // On a phone the cover opens to the standards.
  if (width < 1000) await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  for (const place of ['Estándares OMS', 'Calendario de vacunas', RECORDS.vacuna.titles.table])
    await expect.element(retry(region(place))).toBeVisible();
  await expectNoFailureShown();
  await expectElementAccessible();
  // A component that was rendered after the failure has retried once.
  for (const place of ['Estándares OMS', 'Calendario de vacunas'])
    await expect.element(retry(region(place))).toHaveAttribute('aria-disabled', 'false');
  vaccines.mend();
  controls.mend();
  await retry(region('Calendario de vacunas')).click();
  await expect.element(page.getByText('Todas las dosis por edad')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Calendario de vacunas' })).toHaveFocus();
  await retry(region('Estándares OMS')).click();
  await expectCount(retry(), 0);
});

test.each(['', '/visita'])('without the server a booklet that the device does not have says why (%s)', async (more) => {
  const booklet = examplesOf('nino');
  let isAway = true;
  const health = answering(getHealth, () => {
    if (isAway) throw new NoConnection('Failed to fetch');
    return { status: 'ok' as const };
  });
  const child = breaking(booklet.of('nino').one, 'abort');
  await screenAt(`/ninos/${booklet.id}${more}`, 'ROLE_BRIGADA', health, child, ...booklet.fakes);
  const why = page.getByText('Esta libreta no está en este equipo. Ábrela cuando tengas señal.');
  await expect.element(why).toBeVisible();
  await expectElementAccessible();
  isAway = false;
  child.mend();
  await retry().last().click();
  await expectCount(why, 0);
});
