import { VisuallyHidden } from '@mantine/core';
import { IconCircleFilled } from '@tabler/icons-react';
import { IndexCount } from '#web/ui/shapes/side-tabs.tsx';
import type { BookletSection } from './section.ts';

export function SectionMarker({ marker }: Pick<BookletSection, 'marker'>) {
  if ('color' in marker)
    return (
      <IconCircleFilled
        size={12}
        style={{ color: marker.color, marginInline: 'var(--mantine-spacing-2xs)' }}
        aria-hidden
      />
    );
  const { icon: Icon } = marker;
  return <Icon size={20} aria-hidden />;
}

export function SectionCount({ count }: Pick<BookletSection, 'count'>) {
  if (count === undefined) return null;
  return (
    <IndexCount>
      {count}
      <VisuallyHidden>{count === 1 ? ' registro' : ' registros'}</VisuallyHidden>
    </IndexCount>
  );
}
