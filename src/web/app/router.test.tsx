import { createMemoryHistory, Link } from '@tanstack/react-router';
import { describe, expect, it, vi } from 'vitest';
import { CATALOG_KEYS } from '#domain/catalogs.ts';
import { MUJER } from '#web/features/mujeres/kind.ts';
import { NINO } from '#web/features/ninos/kind.ts';
import { searchTermOf } from '#web/lib/searches.ts';
import { listFilterNames } from '#web/records/patients/list-filters.tsx';
import { router } from './router.tsx';
import { screensOf } from './screen/screen.ts';

// The frame of the screens and the session need a browser.
vi.hoisted(() => vi.stubGlobal('window', new EventTarget()));
vi.mock('./shell/shell.tsx', () => ({ Shell: () => null }));

const { stringifySearch } = router.options;
const SEARCH = '_00000000-0000-4000-8000-000000000000';

/** The parameters that a screen reads from an address, and the resulting address. */
function opened(address: string) {
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) });
  const { pathname: to } = router.latestLocation;
  return {
    read: router.matchRoutes(router.latestLocation).at(-1)?._strictSearch,
    address: router.buildLocation({ to, search: true, params: true, _includeValidateSearch: true }).publicHref,
  };
}

describe('addresses', () => {
  it.each([
    ['/lista/ninos'],
    [`/lista/ninos?q=${SEARCH}&pagina=2`],
    ['/lista/ninos?estado=Normal&situacion=medidos'],
    ['/lista/mujer?provincia=CHIMBORAZO'],
    ['/seguimiento?motivo=cruce&provincia=LOJA&canton=LOJA'],
    ['/seguimiento?vista=dia'],
    ['/admin?rol=ROLE_USUARIO'],
    ['/admin/auditoria?persona=0190a000-0000-7000-8000-000000000001&accion=editar&desde=2026-11-01'],
    [`/admin/eliminados?q=${SEARCH}&tipo=nino`],
    ['/formularios?lista=establecimiento'],
    // Also the default list, because a shared address must keep it.
    [`/formularios?lista=${CATALOG_KEYS[0]}`],
    ['/ayuda?para=supervision'],
    ['/reportes?provincia=LOJA&establecimiento=Centro+OLMEDO&periodo=9&conteo=3'],
    ['/reportes?seccion=crecimiento.mapa&talla=2'],
    ['/ninos/1?seccion=control'],
    ['/ninos/1?seccion=control&historial=todo'],
    ['/mujer/1?historial=0190a000-0000-7000-8000-000000000001'],
  ])('%s stays unchanged', (address) => {
    expect(opened(address).address).toBe(address);
  });

  it.each([
    ['/lista/ninos?pagina=1&q=&estado=', '/lista/ninos'],
    ['/lista/ninos?pagina=-3', '/lista/ninos'],
    ['/lista/ninos?pagina=dos&estado=Regular&situacion=ninguna', '/lista/ninos'],
    ['/seguimiento?motivo=otro&vista=mes', '/seguimiento'],
    ['/admin?rol=ROLE_DIOS', '/admin'],
    ['/admin/auditoria?persona=1&usuario=yo&desde=ayer', '/admin/auditoria'],
    ['/admin/eliminados?tipo=rn', '/admin/eliminados'],
    ['/formularios?lista=otra', '/formularios'],
    ['/ayuda?para=usuario', '/ayuda'],
    ['/reportes?periodo=7&desde=2026-02-30&hasta=ayer&orden=edad&vacunas=0', '/reportes'],
    ['/reportes?periodo=0', '/reportes'],
    ['/ninos/1?historial=otro', '/ninos/1'],
  ])('%s is shortened to %s', (given, address) => {
    expect(opened(given).address).toBe(address);
  });

  it('are parsed with a value for every parameter', () => {
    expect(opened(`/seguimiento?pagina=3&q=${SEARCH}`).read).toEqual({
      q: SEARCH,
      pagina: 3,
      motivo: '',
      provincia: '',
      canton: '',
      responsable: '',
      vista: '',
    });
    expect(opened('/ninos/1').read).toEqual({ seccion: '', historial: '' });
  });

  // Also older addresses, which have digits in quotes.
  it.each(['"', '"dos"', '123', '1712345678', 'true', 'null', '[1]', 'ñandú & más', '1e3', '007', '_1'])(
    'contain only a name for the searched text, which is stored on the device: %s',
    (typed) => {
      const { read, address } = opened(`/seguimiento${stringifySearch({ q: typed, motivo: 'cruce' })}`);
      const { q } = read as { q: string };
      expect(searchTermOf(q)).toBe(typed);
      expect(address).toBe(`/seguimiento?q=${q}&motivo=cruce`);
      expect(q).toMatch(/^_\d{20,40}$/);
      // Links on the screen have the same meaning.
      expect(opened(address).address).toBe(address);
    },
  );

  it.each([
    ['/lista/ninos', NINO.definition],
    ['/lista/mujer', MUJER.definition],
  ])('%s accepts the filters of its declaration', (path, definition) => {
    expect(Object.keys(opened(path).read ?? {})).toEqual(['q', 'pagina', ...listFilterNames(definition)]);
  });
});

/** These lines must not compile, each for the reason above it. */
const wrong = [
  // @ts-expect-error there is no such screen
  () => <Link to="/lista/abuelas" />,
  // @ts-expect-error the list has no such parameter
  () => <Link to="/lista/ninos" search={{ edad: '3' }} />,
  // @ts-expect-error nor such a situation
  () => <Link to="/lista/ninos" search={{ situacion: 'feliz' }} />,
  // @ts-expect-error a page is a number
  () => <Link to="/seguimiento" search={{ pagina: 'dos' }} />,
  // @ts-expect-error whose booklet?
  () => <Link to="/ninos/$ninoId" />,
];

describe('screens', () => {
  it('have different titles, and each navigation entry leads to a screen that marks it', () => {
    const screens = screensOf(router);
    expect(new Set(screens.map(({ title }) => title)).size).toBe(screens.length);
    const sections = screens.flatMap(({ nav, section }) => (nav ? [section] : []));
    for (const section of sections)
      expect(router.routesByPath[section ?? '/']?.options.staticData?.screen?.section).toBe(section);
    expect(screens.every(({ section }) => section === undefined || sections.includes(section))).toBe(true);
  });

  it('are linked with typed parameters: these links do not compile', () => {
    for (const link of wrong) expect(link().type).toBe(Link);
  });
});
