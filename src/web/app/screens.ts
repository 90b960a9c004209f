import {
  IconChartLine,
  IconHeartHandshake,
  IconHome,
  IconListDetails,
  IconNotebook,
  IconUsers,
} from '@tabler/icons-react';
import { createRoute, redirect } from '@tanstack/react-router';
import { auditSearch, deletedSearch } from '#web/features/audit/audit-search.ts';
import { catalogSearch } from '#web/features/catalogs/catalog-search.ts';
import { codesSearch, dhis2Search } from '#web/features/dhis2/dhis2-search.ts';
import { visitSearch } from '#web/features/follow-up/visit-search.ts';
import { handoverSearch, retainedSearch } from '#web/features/handovers/handover-search.ts';
import { helpSearch } from '#web/features/help/help-search.ts';
import { importSearch, importsSearch } from '#web/features/importar/import-search.ts';
import { mujerListSearch } from '#web/features/mujeres/mujer-search.ts';
import { ninoListSearch } from '#web/features/ninos/nino-search.ts';
import { measuringSearch } from '#web/features/reports/state/measuring-search.ts';
import { reportSearch } from '#web/features/reports/state/report-search.ts';
import { surveySearch } from '#web/features/reports/state/survey-search.ts';
import { userSearch } from '#web/features/users/user-search.ts';
import { homePath } from '#web/lib/home-path.ts';
import { addSearch, childAddSearch, hubSearch } from '#web/lib/search-fields.ts';
import { bookletSearch } from '#web/records/booklet/booklet-search.ts';
import { lazyScreen } from './lazy-screen.tsx';
import { rootRoute } from './root-route.ts';
import type { Access } from './screen/guards.ts';
import { screen, searched } from './screen/screen.ts';

const getParentRoute = () => rootRoute;

/** A lazy screen that also needs the query client. Its module may export `beforeShown`, which its first render waits for. */
function loading<Module extends Record<string, unknown>>(load: () => Promise<Module>, name: keyof Module & string) {
  const both = async () => {
    const [screen] = await Promise.all([load(), import('#web/lib/query-client.ts')]);
    await screen.beforeShown;
    return screen;
  };
  return lazyScreen(both, name);
}

const publicAccess: Access = { kind: 'public' };
const account: Access = { kind: 'permission', permission: 'account' };
const booklet: Access = { kind: 'permission', permission: 'booklet' };
const handing: Access = { kind: 'permission', permission: 'handover' };
const importing: Access = { kind: 'permission', permission: 'import' };
const exchange: Access = { kind: 'permission', permission: 'exchange' };
const reporting: Access = { kind: 'permission', permission: 'reports' };
const administration: Access = { kind: 'only', role: 'ROLE_ADMINISTRADOR' };

const landing = createRoute({
  getParentRoute,
  path: '/',
  ...screen({ title: 'Inicio', access: publicAccess, section: '/', nav: { label: 'INICIO', icon: IconHome } }),
  // Takes the place of the static first page, which the build has written.
  component: lazyScreen(() => import('#web/features/home/landing-screen.tsx'), 'LandingScreen', true),
});

const login = createRoute({
  getParentRoute,
  path: '/login',
  ...screen({ title: 'Iniciar sesión', access: { kind: 'guest', otherwise: (session) => homePath(session.roles) } }),
  // As above.
  component: lazyScreen(() => import('#web/features/auth/login-screen.tsx'), 'LoginScreen', true),
});

const register = createRoute({
  getParentRoute,
  path: '/register',
  ...screen({ title: 'Registrarse', access: { kind: 'guest', otherwise: () => '/profile' } }),
  component: lazyScreen(() => import('#web/features/auth/register-screen.tsx'), 'RegisterScreen'),
});

const profile = createRoute({
  getParentRoute,
  path: '/profile',
  ...screen({ title: 'Mi perfil', needsServer: true, access: account }),
  component: loading(() => import('#web/features/auth/profile-screen.tsx'), 'ProfileScreen'),
});

const scannedCode = createRoute({
  getParentRoute,
  path: '/q/$token',
  ...screen({
    title: 'Abrir una libreta',
    access: { kind: 'permission', permission: 'booklet', signsInHere: true },
    section: '/registros',
  }),
  component: lazyScreen(() => import('#web/features/auth/code-screen.tsx'), 'CodeScreen'),
});

const passwordChange = createRoute({
  getParentRoute,
  path: '/cambiar-clave',
  ...screen({ title: 'Cambia tu contraseña', access: { kind: 'passwordDue' } }),
  component: loading(() => import('#web/features/auth/password-due-screen.tsx'), 'PasswordDueScreen'),
});

const welcome = createRoute({
  getParentRoute,
  path: '/bienvenida',
  ...screen({
    title: 'Bienvenido',
    access: { kind: 'only', role: 'ROLE_USUARIO' },
    section: '/bienvenida',
    nav: { label: 'Bienvenido', icon: IconHeartHandshake },
  }),
  component: lazyScreen(() => import('#web/features/home/welcome-screen.tsx'), 'WelcomeScreen'),
});

const users = createRoute({
  getParentRoute,
  path: '/admin',
  ...screen({
    title: 'Usuarios',
    needsServer: true,
    access: administration,
    section: '/admin',
    nav: { label: 'Usuarios', icon: IconUsers },
  }),
  ...searched(userSearch),
  component: loading(() => import('#web/features/users/users-screen.tsx'), 'UsersScreen'),
});

const userAdd = createRoute({
  getParentRoute,
  path: '/admin/add',
  ...screen({ title: 'Agregar Usuario', needsServer: true, access: administration, section: '/admin' }),
  component: loading(() => import('#web/features/users/user-add-screen.tsx'), 'UserAddScreen'),
});

const userEdit = createRoute({
  getParentRoute,
  path: '/admin/edit/$userId',
  ...screen({ title: 'Editar Usuario', needsServer: true, access: administration, section: '/admin' }),
  component: loading(() => import('#web/features/users/user-edit-screen.tsx'), 'UserEditScreen'),
});

const audit = createRoute({
  getParentRoute,
  path: '/admin/auditoria',
  ...screen({ title: 'Auditoría', needsServer: true, access: administration, section: '/admin' }),
  ...searched(auditSearch),
  component: loading(() => import('#web/features/audit/audit-screen.tsx'), 'AuditScreen'),
});

const deleted = createRoute({
  getParentRoute,
  path: '/admin/eliminados',
  ...screen({ title: 'Eliminados', needsServer: true, access: administration, section: '/admin' }),
  ...searched(deletedSearch),
  component: loading(() => import('#web/features/audit/deleted-screen.tsx'), 'DeletedScreen'),
});

const systems = createRoute({
  getParentRoute,
  path: '/admin/sistemas',
  ...screen({ title: 'Sistemas', needsServer: true, access: administration, section: '/admin' }),
  component: loading(() => import('#web/features/systems/systems-screen.tsx'), 'SystemsScreen'),
});

const catalogs = createRoute({
  getParentRoute,
  path: '/formularios',
  ...screen({
    title: 'Opciones formulario',
    needsServer: true,
    access: administration,
    section: '/formularios',
    nav: { label: 'Opciones formulario', icon: IconListDetails },
  }),
  ...searched(catalogSearch),
  component: loading(() => import('#web/features/catalogs/catalogs-screen.tsx'), 'CatalogsScreen'),
});

const altitudes = createRoute({
  getParentRoute,
  path: '/formularios/altitudes',
  ...screen({ title: 'Altitud de los cantones', needsServer: true, access: administration, section: '/formularios' }),
  component: loading(() => import('#web/features/catalogs/altitudes-screen.tsx'), 'AltitudesScreen'),
});

const goals = createRoute({
  getParentRoute,
  path: '/formularios/metas',
  ...screen({ title: 'Metas', needsServer: true, access: administration, section: '/formularios' }),
  component: loading(() => import('#web/features/catalogs/goals-screen.tsx'), 'GoalsScreen'),
});

const registros = createRoute({
  getParentRoute,
  path: '/registros',
  ...screen({
    title: 'Registros',
    access: booklet,
    section: '/registros',
    nav: { label: 'Registros', icon: IconNotebook },
  }),
  ...searched(hubSearch),
  component: lazyScreen(() => import('#web/features/home/registros-screen.tsx'), 'RegistrosScreen'),
});

const ninoList = createRoute({
  getParentRoute,
  path: '/lista/ninos',
  ...screen({ title: 'Listado de Niños', access: booklet, section: '/registros' }),
  ...searched(ninoListSearch),
  component: loading(() => import('#web/features/ninos/nino-list-screen.tsx'), 'NinoListScreen'),
});

const ninoAdd = createRoute({
  getParentRoute,
  path: '/ninos/add',
  ...screen({ title: 'Agregar niño', access: booklet, section: '/registros' }),
  ...searched(childAddSearch),
  component: loading(() => import('#web/features/ninos/nino-add-screen.tsx'), 'NinoAddScreen'),
});

const ninoPanel = createRoute({
  getParentRoute,
  path: '/ninos/$ninoId',
  ...screen({ title: 'Libreta del niño', access: booklet, section: '/registros' }),
  ...searched(bookletSearch),
  component: loading(() => import('#web/features/ninos/nino-panel-screen.tsx'), 'NinoPanelScreen'),
});

const ninoVisit = createRoute({
  getParentRoute,
  path: '/ninos/$ninoId/visita',
  ...screen({ title: 'Registrar visita · Niños', access: booklet, section: '/registros' }),
  component: loading(() => import('#web/features/ninos/visita/nino-visit-screen.tsx'), 'NinoVisitScreen'),
});

const mujerList = createRoute({
  getParentRoute,
  path: '/lista/mujer',
  ...screen({ title: 'Listado de Mujeres Embarazadas', access: booklet, section: '/registros' }),
  ...searched(mujerListSearch),
  component: loading(() => import('#web/features/mujeres/mujer-list-screen.tsx'), 'MujerListScreen'),
});

const mujerAdd = createRoute({
  getParentRoute,
  path: '/mujer/add',
  ...screen({ title: 'Agregar mujer embarazada', access: booklet, section: '/registros' }),
  ...searched(addSearch),
  component: loading(() => import('#web/features/mujeres/mujer-add-screen.tsx'), 'MujerAddScreen'),
});

const mujerPanel = createRoute({
  getParentRoute,
  path: '/mujer/$mujerId',
  ...screen({ title: 'Panel de Mujeres', access: booklet, section: '/registros' }),
  ...searched(bookletSearch),
  component: loading(() => import('#web/features/mujeres/mujer-panel-screen.tsx'), 'MujerPanelScreen'),
});

const mujerVisit = createRoute({
  getParentRoute,
  path: '/mujer/$mujerId/visita',
  ...screen({ title: 'Registrar visita · Mujeres', access: booklet, section: '/registros' }),
  component: loading(() => import('#web/features/mujeres/visita/mujer-visit-screen.tsx'), 'MujerVisitScreen'),
});

const followUp = createRoute({
  getParentRoute,
  path: '/seguimiento',
  ...screen({ title: 'Seguimiento', access: booklet, section: '/registros' }),
  ...searched(visitSearch),
  component: loading(() => import('#web/features/follow-up/follow-up-screen.tsx'), 'FollowUpScreen'),
});

const equipo = createRoute({
  getParentRoute,
  path: '/equipo',
  // An account without booklets may still have records on this device to hand in.
  ...screen({ title: 'Este equipo', access: account, section: '/registros' }),
  component: loading(() => import('#web/features/equipo/equipo-screen.tsx'), 'EquipoScreen'),
});

const help = createRoute({
  getParentRoute,
  path: '/ayuda',
  ...screen({ title: 'Ayuda', access: account }),
  ...searched(helpSearch),
  component: lazyScreen(() => import('#web/features/help/help-screen.tsx'), 'HelpScreen'),
});

const helpGuide = createRoute({
  getParentRoute,
  path: '/ayuda/$guia',
  ...screen({ title: 'Guía', access: account }),
  component: lazyScreen(() => import('#web/features/help/guide-screen.tsx'), 'GuideScreen'),
});

const offlineHelp = createRoute({
  getParentRoute,
  path: '/ayuda/sin-senal',
  ...screen({ title: 'Trabajar sin señal', access: publicAccess }),
  component: lazyScreen(() => import('#web/features/help/guide-screen.tsx'), 'OfflineGuideScreen'),
});

const handovers = createRoute({
  getParentRoute,
  path: '/traspasos',
  ...screen({ title: 'Traspasos', needsServer: true, access: handing, section: '/registros' }),
  ...searched(handoverSearch),
  component: loading(() => import('#web/features/handovers/handovers-screen.tsx'), 'HandoversScreen'),
});

const retained = createRoute({
  getParentRoute,
  path: '/traspasos/retenidos',
  ...screen({ title: 'Envíos retenidos', needsServer: true, access: handing, section: '/registros' }),
  ...searched(retainedSearch),
  component: loading(() => import('#web/features/handovers/retained-screen.tsx'), 'RetainedScreen'),
});

const imports = createRoute({
  getParentRoute,
  path: '/importar',
  ...screen({ title: 'Importar', needsServer: true, access: importing, section: '/registros' }),
  ...searched(importsSearch),
  component: loading(() => import('#web/features/importar/import-start-screen.tsx'), 'ImportStartScreen'),
});

const oneImport = createRoute({
  getParentRoute,
  path: '/importar/$importId',
  ...screen({ title: 'Importación', needsServer: true, access: importing, section: '/registros' }),
  ...searched(importSearch),
  component: loading(() => import('#web/features/importar/import-screen.tsx'), 'ImportScreen'),
});

const dhis2 = createRoute({
  getParentRoute,
  path: '/exportar/dhis2',
  ...screen({ title: 'Datos para DHIS2', needsServer: true, access: exchange, section: '/registros' }),
  ...searched(dhis2Search),
  component: loading(() => import('#web/features/dhis2/dhis2-screen.tsx'), 'Dhis2Screen'),
});

const dhis2Codes = createRoute({
  getParentRoute,
  path: '/exportar/dhis2/codigos',
  ...screen({ title: 'Códigos de DHIS2', needsServer: true, access: exchange, section: '/registros' }),
  ...searched(codesSearch),
  component: loading(() => import('#web/features/dhis2/codes-screen.tsx'), 'CodesScreen'),
});

const reports = createRoute({
  getParentRoute,
  path: '/reportes',
  ...screen({
    title: 'Reportes',
    needsServer: true,
    access: reporting,
    section: '/reportes',
    nav: { label: 'Reportes', icon: IconChartLine },
  }),
  ...searched(reportSearch),
  component: loading(() => import('#web/features/reports/reports-screen.tsx'), 'ReportsScreen'),
});

const survey = createRoute({
  getParentRoute,
  path: '/reportes/indicadores',
  ...screen({ title: 'Indicadores', needsServer: true, access: reporting, section: '/reportes' }),
  ...searched(surveySearch),
  component: loading(() => import('#web/features/reports/survey-screen.tsx'), 'SurveyScreen'),
});

const measuring = createRoute({
  getParentRoute,
  path: '/reportes/calidad',
  ...screen({ title: 'Cómo se mide', needsServer: true, access: reporting, section: '/reportes' }),
  ...searched(measuringSearch),
  component: loading(() => import('#web/features/reports/measuring-screen.tsx'), 'MeasuringScreen'),
});

const unknown = createRoute({
  getParentRoute,
  path: '$',
  beforeLoad: (): void => {
    throw redirect({ to: '/', replace: true });
  },
});

/** All screens, in the order of the top navigation. */
export const screens = {
  landing,
  login,
  register,
  scannedCode,
  profile,
  passwordChange,
  welcome,
  users,
  userAdd,
  userEdit,
  audit,
  deleted,
  systems,
  catalogs,
  altitudes,
  goals,
  registros,
  ninoList,
  ninoAdd,
  ninoPanel,
  ninoVisit,
  mujerList,
  mujerAdd,
  mujerPanel,
  mujerVisit,
  followUp,
  equipo,
  help,
  helpGuide,
  offlineHelp,
  handovers,
  retained,
  imports,
  oneImport,
  dhis2,
  dhis2Codes,
  reports,
  survey,
  measuring,
  unknown,
};
