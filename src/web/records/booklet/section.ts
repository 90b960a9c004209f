import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** One page of the booklet: how its tab looks and what it shows. */
export interface BookletSection {
  key: string;
  label: string;
  marker: { icon: Icon } | { color: string };
  /** Records in it; undefined while unknown or where nothing is counted. */
  count?: number | undefined;
  /** Heading above the first section that carries it. */
  group?: string;
  render: () => ReactNode;
}

/** Whether a heading stands above this one. */
export const startsGroup = (sections: readonly BookletSection[], index: number): boolean =>
  sections[index]?.group !== undefined && sections[index].group !== sections[index - 1]?.group;
