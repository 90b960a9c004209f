import type { Icon } from '@tabler/icons-react';
import { type RegisteredRouter, redirect, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import type { Reading, Said } from '#web/lib/search-fields.ts';
import { getSession } from '#web/lib/session.ts';
import { type Access, redirectFor } from './guards.ts';

/** The screens that the top navigation leads to. */
export type Section = '/' | '/bienvenida' | '/admin' | '/formularios' | '/registros' | '/reportes';

interface Screen {
  /** The document's title while the screen shows; a screen may know better (`useScreenTitle`). */
  title: string;
  access: Access;
  /** Nothing of it is on a device. */
  needsServer?: true;
  /** The navigation entry that is marked while the screen shows. */
  section?: Section;
  /** That entry itself, shown to those who may see the screen. */
  nav?: { label: string; icon: Icon };
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen;
  }
}

/** The part of a route that follows from who may see it and what it is called. */
export function screen(about: Screen) {
  return {
    staticData: { screen: about },
    beforeLoad: (): void => {
      const elsewhere = redirectFor(about.access, getSession());
      if (elsewhere) throw redirect({ to: elsewhere, replace: true });
    },
  };
}

/** The part of a route that reads its search parameters; what is as it is anyway does not lengthen the address. */
export function searched<Search extends object>(read: Reading<Search>) {
  const asItIsAnyway = stripSearchParams<Search, Search, Search, Search>(read({}));
  return {
    validateSearch: (said: Said<Search> & SearchSchemaInput) => read(said),
    search: { middlewares: [asItIsAnyway] },
  };
}

/** All that the routes say about their screens, in the order of the top navigation. */
export const screensOf = ({ routesById }: RegisteredRouter): Screen[] =>
  Object.values(routesById).flatMap(({ options }) => options.staticData?.screen ?? []);
