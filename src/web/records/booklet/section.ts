import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface BookletSection {
  key: string;
  label: string;
  marker: { icon: Icon } | { color: string };
  /** The number of records; undefined while unknown or if the section has none. */
  count?: number | undefined;
  /** A heading shown above the first section of the group. */
  group?: string;
  /** Whether it has no form, whose button would stand at the bottom of a phone. */
  formless?: boolean;
  render: () => ReactNode;
}

export const startsGroup = (sections: readonly BookletSection[], index: number): boolean =>
  sections[index]?.group !== undefined && sections[index].group !== sections[index - 1]?.group;
