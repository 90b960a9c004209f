import type { ReactNode } from 'react';

/** How the actions of a family's telephone look: an icon with a name, or a button with a text. */
export function contactLook(icon: ReactNode, name: string, label: string | undefined) {
  if (label !== undefined) return { variant: 'outline', leftSection: icon, children: label } as const;
  return { variant: 'subtle', w: 'var(--touch)', h: 'var(--touch)', p: 0, children: icon, 'aria-label': name } as const;
}
