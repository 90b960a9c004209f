import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { GUIDES } from '#web/features/help/guides/all-guides.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { createUser } from '../support/people.ts';
import { watchPolicy } from '../support/policy-watch.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { followSettled, openSettled } from '../support/settled.ts';
import { administratorCalls, giveSession } from '../support/sign-in.ts';
import { askToDelete, openAll } from '../support/walk-screen.ts';

const WAITING = '0602948187';
const ids = { nino: crypto.randomUUID(), mujer: crypto.randomUUID() };
const nameOf = ({ nombres, apellidos }: Record<string, unknown>) => `${nombres} ${apellidos}`;
/** Query → the heading that shows that the screen has loaded. */
type Places = Record<string, string | RegExp>;
const sectionsOf = (patient: 'nino' | 'mujer'): Places => ({
  '': nameOf(RECORDS[patient].example),
  ...Object.fromEntries(
    RECORD_LIST.filter(({ parent }) => parent?.record === patient).map(({ key, titles }) => [
      `?seccion=${key}`,
      titles.table,
    ]),
  ),
});
/** Places of a screen with their headings. */
const below = (path: string, places: Places): Places =>
  Object.fromEntries(Object.entries(places).map(([query, heading]) => [`${path}${query}`, heading]));

/** Places of every path of `screens.ts`. */
const GUESTS: Record<string, Places> = {
  '/': { '/': /Libreta Integral/ },
  '/login': { '/login': 'Iniciar sesión' },
  '/register': { '/register': 'Registrarse' },
  // Visitors sign in at the address of a code.
  '/q/$token': { [`/q/${'A'.repeat(22)}`]: 'Iniciar sesión' },
  '/ayuda/sin-senal': { '/ayuda/sin-senal': 'Trabajar sin señal' },
};
const UNVERIFIED: Record<string, Places> = {
  '/bienvenida': { '/bienvenida': /./ },
  '/ayuda': { '/ayuda': 'Ayuda' },
};
const PASSWORD_DUE: Record<string, Places> = {
  '/cambiar-clave': { '/cambiar-clave': 'Cambia tu contraseña' },
};
const ADMINISTRATOR: Record<string, Places> = {
  '/profile': { '/profile': /perfil/i },
  '/admin': { '/admin': 'Usuarios' },
  '/admin/add': { '/admin/add': 'Agregar Usuario' },
  '/admin/auditoria': { '/admin/auditoria': 'Auditoría' },
  '/admin/eliminados': { '/admin/eliminados': 'Eliminados' },
  '/admin/sistemas': { '/admin/sistemas': 'Sistemas' },
  '/admin/edit/$userId': {},
  '/formularios': { '/formularios': 'Opciones formulario' },
  '/formularios/altitudes': { '/formularios/altitudes': 'Altitud de los cantones' },
  '/formularios/metas': { '/formularios/metas': 'Metas' },
  '/registros': { '/registros': 'Registros' },
  '/lista/ninos': below('/lista/ninos', {
    '': 'Listado de Niños',
    '?q=zzzz': 'Listado de Niños',
    '?estado=Normal&sexo=FEMENINO': 'Listado de Niños',
  }),
  '/ninos/add': { '/ninos/add': 'Agregar niño', [`/ninos/add?madre=${ids.mujer}`]: 'Agregar niño' },
  '/ninos/$ninoId': {
    ...below(`/ninos/${ids.nino}`, {
      ...sectionsOf('nino'),
      '?seccion=peso-edad': 'Peso para la edad',
      '?seccion=longitud-edad': 'Longitud o talla para la edad',
      '?seccion=imc-edad': 'IMC por edad',
      '?seccion=perimetro-edad': 'Perímetro cefálico por edad',
      '?historial=todo': 'Creó · Información Personal',
    }),
    [`/ninos/${crypto.randomUUID()}`]: 'No encontramos a esta niña o niño',
  },
  '/ninos/$ninoId/visita': below(`/ninos/${ids.nino}/visita`, { '': nameOf(RECORDS.nino.example) }),
  '/lista/mujer': { '/lista/mujer': 'Listado de Mujeres Embarazadas' },
  '/mujer/add': { '/mujer/add': 'Agregar mujer embarazada' },
  '/mujer/$mujerId/visita': below(`/mujer/${ids.mujer}/visita`, { '': nameOf(RECORDS.mujer.example) }),
  '/mujer/$mujerId': below(`/mujer/${ids.mujer}`, sectionsOf('mujer')),
  '/seguimiento': { '/seguimiento': 'Seguimiento', '/seguimiento?vista=dia': 'Mi día' },
  '/q/$token': { [`/q/${'A'.repeat(22)}`]: 'Este código no abre ninguna libreta' },
  '/equipo': { '/equipo': 'Este equipo' },
  '/ayuda': below('/ayuda', { '': 'Ayuda', '?para=brigada': 'Ayuda', '?q=lote': 'Ayuda', '?q=zzzz': 'Ayuda' }),
  '/ayuda/$guia': Object.fromEntries(GUIDES.map(({ id, title }) => [`/ayuda/${id}`, title])),
  '/traspasos': { '/traspasos': 'Traspasos' },
  '/traspasos/retenidos': { '/traspasos/retenidos': 'Envíos retenidos' },
  '/importar': { '/importar': 'Importar', '/importar?tipo=nino': 'Importar' },
  '/importar/$importId': { [`/importar/${crypto.randomUUID()}`]: 'No encontramos esta importación' },
  '/exportar/dhis2': below('/exportar/dhis2', {
    '': 'Datos para DHIS2',
    '?periodo=2026Q3&nivel=establecimiento': 'Datos para DHIS2',
  }),
  '/exportar/dhis2/codigos': below('/exportar/dhis2/codigos', {
    '': 'Códigos de DHIS2',
    '?lista=establecimiento': 'Códigos de DHIS2',
  }),
  '/reportes/indicadores': below('/reportes/indicadores', {
    '': 'Indicadores como la encuesta nacional',
    '?por=edad': 'Indicadores como la encuesta nacional',
  }),
  '/reportes': { '/reportes': /^Dashboard/, '/reportes?seccion=todas': /^Dashboard/ },
  '/reportes/calidad': { '/reportes/calidad': 'Cómo se mide', '/reportes/calidad?por=canton': 'Cómo se mide' },
};
interface Size {
  width: number;
  height: number;
}
const PHONE: Size = { width: 360, height: 740 };
const DESK: Size = { width: 1280, height: 800 };

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer();
  await createUser(server, WAITING, 'ROLE_USUARIO');
  const call = await administratorCalls(server);
  for (const [patient, _id] of Object.entries(ids))
    await call('POST', `/api/${patient}`, { ...RECORDS[patient as 'nino' | 'mujer'].example, _id });
  for (const { path, parent, example } of RECORD_LIST)
    if (parent)
      await call('POST', `/api/${path}`, { ...example, [parent.field]: ids[parent.record as keyof typeof ids] });
  const { body } = await call('GET', '/api/users');
  const { _id } = body.find(({ cedula }: { cedula: string }) => cedula === WAITING);
  ADMINISTRATOR['/admin/edit/$userId'] = { [`/admin/edit/${_id}`]: 'Editar Usuario' };
});
test.afterAll(() => server.stop());

test('the list of screens is complete', () => {
  const source = readFileSync('src/web/app/screens.ts', 'utf8');
  const paths = [...source.matchAll(/^ {2}path: '([^']+)'/gm)].map(([, path]) => path);
  const walked = Object.keys({ ...GUESTS, ...UNVERIFIED, ...PASSWORD_DUE, ...ADMINISTRATOR });
  expect(paths.filter((path) => path !== '$').toSorted()).toEqual(walked.toSorted());
});

/** How a walk reaches its screens after the first one: by address, as a reload does, or within the application, as a link does, in half the time. */
type Way = (page: Page, address: string, heading: string | RegExp, isOtherScreen: boolean) => Promise<void>;

/** Visits each screen in this size. @param way to the screens of an administrator; the others, of which some are written by the build, are loaded */
async function walkAll(browser: Browser, size: Size, way: Way): Promise<void> {
  const walk = async (
    screens: Record<string, Places>,
    signIn: (page: Page) => Promise<void>,
    next: Way = openSettled,
  ) => {
    const context = await browser.newContext({ viewport: size });
    const page = await context.newPage();
    await signIn(page);
    const violations = await watchPolicy(context, server.url);
    page.on('dialog', (dialog) => void dialog.accept());
    const met = { screens: 0, opened: 0, asked: 0 };
    for (const places of Object.values(screens)) {
      let isOtherScreen = true;
      for (const [path, heading] of Object.entries(places)) {
        const isFirst = met.screens === 0;
        met.screens += 1;
        await (isFirst ? openSettled : next)(page, `${server.url}${path}`, heading, isOtherScreen);
        isOtherScreen = false;
        await expectAccessible(page, `${path} within ${size.width} pixels`);
        // The header is the same on every screen.
        met.opened += await openAll(page, isFirst ? 'body' : 'main');
        met.asked += await askToDelete(page);
        expect(violations, path).toEqual([]);
      }
    }
    await context.close();
    return met;
  };
  await walk(GUESTS, async () => {});
  await walk(UNVERIFIED, (page) => giveSession(page, server, WAITING));
  await walk(PASSWORD_DUE, (page) => giveSession(page, server, undefined, { cambiarClave: true }));
  const { opened, asked } = await walk(ADMINISTRATOR, (page) => giveSession(page, server), way);
  expect(opened).toBeGreaterThan(50);
  expect(asked).toBeGreaterThan(5);
}

// proves 2.20
test('every screen is accessible, fits in 360 pixels, obeys the content policy and contacts no other host', async ({
  browser,
}) => {
  test.setTimeout(1_800_000);
  await walkAll(browser, PHONE, followSettled);
});

test('every screen does the same and fits in 1280 pixels', {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(1_800_000);
  await walkAll(browser, DESK, openSettled);
});
