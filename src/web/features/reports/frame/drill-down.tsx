import type { ReactNode } from 'react';
import type { CantonWeight } from '#domain/calls/reports.ts';
import type { Situation } from '#domain/records/narrowings.ts';
import { findCanton, PROVINCES } from '#domain/territory.ts';
import type { Places } from '#web/features/reports/state/report-search.ts';
import type { SearchOf } from '#web/lib/address.ts';
import { TextLink } from '#web/ui/page/links.tsx';

/** The list behind a figure: where it is, and what narrows it. */
export type DrillDown = ToChildren | ToWomen;
interface ToChildren {
  to: '/lista/ninos';
  search: ChildrenSearch;
}
interface ToWomen {
  to: '/lista/mujer';
  search: SearchOf<'/lista/mujer'>;
}
export type ChildrenSearch = SearchOf<'/lista/ninos'>;

export const toChildren = (places: Places, more: ChildrenSearch = {}): ToChildren => ({
  to: '/lista/ninos',
  search: { ...places, ...more },
});
export const toWomen = (places: Places, more: ToWomen['search'] = {}): ToWomen => ({
  to: '/lista/mujer',
  search: { ...places, ...more },
});

/** How many provinces have a canton of this name. */
const homes = (canton: string) => PROVINCES.filter((province) => findCanton(canton, province) !== undefined).length;
export const isAmbiguous = (canton: string): boolean => homes(canton) > 1;

/** The children of a canton; its name alone also finds those whose province was not written down. */
export function toCanton(
  places: Places,
  { canton, provincia }: Pick<CantonWeight, 'canton' | 'provincia'>,
  situacion: Situation,
): ToChildren {
  const needsProvince = places.provincia !== undefined || isAmbiguous(canton);
  return toChildren(places, { canton, ...(needsProvince && { provincia }), situacion });
}

interface DrillLinkProps {
  drill: DrillDown;
  label?: string;
  /** A word of a sentence: as high as its line. */
  inText?: boolean;
  /** Nothing to show on paper. */
  only?: 'screen';
  color?: 'inherit';
  children: ReactNode;
}

/** A figure that leads to the people behind it. */
export function DrillLink({ drill, label, inText = false, only, color, children }: DrillLinkProps) {
  return (
    <TextLink
      {...drill}
      inherit
      {...(color && { c: color })}
      {...(label && { 'aria-label': label })}
      data-touch={!inText || undefined}
      data-only={only}
    >
      {children}
    </TextLink>
  );
}
