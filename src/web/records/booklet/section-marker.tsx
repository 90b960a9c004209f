import { VisuallyHidden } from '@mantine/core';
import classes from './booklet.module.css';
import type { BookletSection } from './section.ts';

export function SectionMarker({ marker }: Pick<BookletSection, 'marker'>) {
  if ('color' in marker) return <i className={classes.dot} style={{ background: marker.color }} aria-hidden />;
  const { icon: Icon } = marker;
  return <Icon size={20} aria-hidden />;
}

export function SectionCount({ count }: Pick<BookletSection, 'count'>) {
  if (count === undefined) return null;
  return (
    <span className={classes.count}>
      {count}
      <VisuallyHidden>{count === 1 ? ' registro' : ' registros'}</VisuallyHidden>
    </span>
  );
}
