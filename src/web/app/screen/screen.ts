import type { Icon } from '@tabler/icons-react';
import { type RegisteredRouter, redirect, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import type { SearchInput, SearchReader } from '#web/lib/search-fields.ts';
import { getSession } from '#web/lib/session.ts';
import { type Access, redirectFor } from './guards.ts';

export type NavSection = '/' | '/bienvenida' | '/admin' | '/formularios' | '/registros' | '/reportes';

interface Screen {
  /** The title of the document, unless the screen sets its own (`useScreenTitle`). */
  title: string;
  access: Access;
  /** Whether no part of the screen works offline. */
  needsServer?: true;
  section?: NavSection;
  /** The navigation entry of this screen. */
  nav?: { label: string; icon: Icon };
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen;
  }
}

/** The part of a route for its title and access rule. */
export function screen(about: Screen) {
  return {
    staticData: { screen: about },
    beforeLoad: (): void => {
      const elsewhere = redirectFor(about.access, getSession());
      if (elsewhere) throw redirect({ to: elsewhere, replace: true });
    },
  };
}

/** The part of a route that reads search parameters; default values are left out of the address. */
export function searched<Search extends object>(read: SearchReader<Search>) {
  const withoutDefaults = stripSearchParams<Search, Search, Search, Search>(read({}));
  return {
    validateSearch: (given: SearchInput<Search> & SearchSchemaInput) => read(given),
    search: { middlewares: [withoutDefaults] },
  };
}

/** The screens in the order of the top navigation. */
export const screensOf = ({ routesById }: RegisteredRouter): Screen[] =>
  Object.values(routesById).flatMap(({ options }) => options.staticData?.screen ?? []);
