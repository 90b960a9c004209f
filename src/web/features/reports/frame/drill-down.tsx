import type { ReactNode } from 'react';
import type { CantonWeight } from '#domain/calls/reports.ts';
import type { Situation } from '#domain/records/narrowings.ts';
import { findCanton, PROVINCES } from '#domain/territory.ts';
import type { PlaceFilters } from '#web/features/reports/state/report-search.ts';
import type { SearchOf } from '#web/lib/address.ts';
import { TextLink } from '#web/ui/page/links.tsx';

/** A link to the list behind a figure, with its filters. */
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

export const toChildren = (places: PlaceFilters, more: ChildrenSearch = {}): ToChildren => ({
  to: '/lista/ninos',
  search: { ...places, ...more },
});
export const toWomen = (places: PlaceFilters, more: ToWomen['search'] = {}): ToWomen => ({
  to: '/lista/mujer',
  search: { ...places, ...more },
});

/** The number of provinces with a canton of this name. */
const homes = (canton: string) => PROVINCES.filter((province) => findCanton(canton, province) !== undefined).length;
export const isAmbiguous = (canton: string): boolean => homes(canton) > 1;

/** The children of a canton; the name alone also matches children without a province. */
export function toCanton(
  places: PlaceFilters,
  { canton, provincia }: Pick<CantonWeight, 'canton' | 'provincia'>,
  situacion: Situation,
): ToChildren {
  const needsProvince = places.provincia !== undefined || isAmbiguous(canton);
  return toChildren(places, { canton, ...(needsProvince && { provincia }), situacion });
}

interface DrillLinkProps {
  drill: DrillDown;
  label?: string;
  /** For a link within a sentence: it has the height of the line. */
  inText?: boolean;
  /** Not printed. */
  only?: 'screen';
  color?: 'inherit';
  children: ReactNode;
}

/** A figure that links to the people behind it. */
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
