import {
  IconChartLine,
  IconHeartHandshake,
  IconHome,
  IconListDetails,
  IconNotebook,
  IconUsers,
} from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { homePath } from '#web/lib/home-path.ts';
import type { Access, Screen } from './screen.ts';

const everybody: Access = { kind: 'public' };
const booklet: Access = { kind: 'permission', permission: 'booklet' };
const reports: Access = { kind: 'permission', permission: 'reports' };
const administration: Access = { kind: 'only', role: 'ROLE_ADMINISTRADOR' };

/** Every screen of the product, in the order of the top navigation. A new screen is one more entry. */
export const screens: Screen[] = [
  {
    path: '/',
    title: 'Inicio',
    access: everybody,
    nav: { label: 'INICIO', icon: IconHome },
    component: lazyRouteComponent(() => import('#web/features/home/landing-screen.tsx'), 'LandingScreen'),
  },
  {
    path: '/login',
    title: 'Iniciar sesión',
    access: { kind: 'guest', otherwise: (session) => homePath(session.roles) },
    component: lazyRouteComponent(() => import('#web/features/auth/login-screen.tsx'), 'LoginScreen'),
  },
  {
    path: '/register',
    title: 'Registrarse',
    access: { kind: 'guest', otherwise: () => '/profile' },
    component: lazyRouteComponent(() => import('#web/features/auth/register-screen.tsx'), 'RegisterScreen'),
  },
  {
    path: '/profile',
    title: 'Mi perfil',
    access: { kind: 'permission', permission: 'account' },
    component: lazyRouteComponent(() => import('#web/features/auth/profile-screen.tsx'), 'ProfileScreen'),
  },
  {
    path: '/bienvenida',
    title: 'Bienvenido',
    access: { kind: 'only', role: 'ROLE_USUARIO' },
    nav: { label: 'Bienvenido', icon: IconHeartHandshake },
    component: lazyRouteComponent(() => import('#web/features/home/welcome-screen.tsx'), 'WelcomeScreen'),
  },
  {
    path: '/admin',
    title: 'Usuarios',
    access: administration,
    nav: { label: 'Usuarios', icon: IconUsers },
    component: lazyRouteComponent(() => import('#web/features/users/users-screen.tsx'), 'UsersScreen'),
  },
  {
    path: '/admin/add',
    title: 'Agregar Usuario',
    access: administration,
    section: '/admin',
    component: lazyRouteComponent(() => import('#web/features/users/user-add-screen.tsx'), 'UserAddScreen'),
  },
  {
    path: '/admin/edit/$userId',
    title: 'Editar Usuario',
    access: administration,
    section: '/admin',
    component: lazyRouteComponent(() => import('#web/features/users/user-edit-screen.tsx'), 'UserEditScreen'),
  },
  {
    path: '/formularios',
    title: 'Opciones formulario',
    access: administration,
    nav: { label: 'Opciones formulario', icon: IconListDetails },
    component: lazyRouteComponent(() => import('#web/features/catalogs/catalogs-screen.tsx'), 'CatalogsScreen'),
  },
  {
    path: '/formularios/altitudes',
    title: 'Altitud de los cantones',
    access: administration,
    section: '/formularios',
    component: lazyRouteComponent(() => import('#web/features/catalogs/altitudes-screen.tsx'), 'AltitudesScreen'),
  },
  {
    path: '/registros',
    title: 'Registros',
    access: booklet,
    nav: { label: 'Registros', icon: IconNotebook },
    component: lazyRouteComponent(() => import('#web/features/home/registros-screen.tsx'), 'RegistrosScreen'),
  },
  {
    path: '/lista/ninos',
    title: 'Listado de Niños',
    access: booklet,
    section: '/registros',
    component: lazyRouteComponent(() => import('#web/features/ninos/nino-list-screen.tsx'), 'NinoListScreen'),
  },
  {
    path: '/ninos/add',
    title: 'Agregar niño',
    access: booklet,
    section: '/registros',
    component: lazyRouteComponent(() => import('#web/features/ninos/nino-add-screen.tsx'), 'NinoAddScreen'),
  },
  {
    path: '/ninos/$ninoId',
    title: 'Libreta del niño',
    access: booklet,
    section: '/registros',
    component: lazyRouteComponent(() => import('#web/features/ninos/nino-panel-screen.tsx'), 'NinoPanelScreen'),
  },
  {
    path: '/lista/mujer',
    title: 'Listado de Mujeres Embarazadas',
    access: booklet,
    section: '/registros',
    component: lazyRouteComponent(() => import('#web/features/mujeres/mujer-list-screen.tsx'), 'MujerListScreen'),
  },
  {
    path: '/mujer/add',
    title: 'Agregar mujer embarazada',
    access: booklet,
    section: '/registros',
    component: lazyRouteComponent(() => import('#web/features/mujeres/mujer-add-screen.tsx'), 'MujerAddScreen'),
  },
  {
    path: '/mujer/$mujerId',
    title: 'Panel de Mujeres',
    access: booklet,
    section: '/registros',
    component: lazyRouteComponent(() => import('#web/features/mujeres/mujer-panel-screen.tsx'), 'MujerPanelScreen'),
  },
  {
    path: '/seguimiento',
    title: 'Seguimiento',
    access: booklet,
    section: '/registros',
    component: lazyRouteComponent(() => import('#web/features/follow-up/follow-up-screen.tsx'), 'FollowUpScreen'),
  },
  {
    path: '/reportes',
    title: 'Reportes',
    access: reports,
    nav: { label: 'Reportes', icon: IconChartLine },
    component: lazyRouteComponent(() => import('#web/features/reports/reports-screen.tsx'), 'ReportsScreen'),
  },
];
