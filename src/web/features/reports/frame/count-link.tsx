import type { ComponentProps } from 'react';
import { type DrillDown, DrillLink } from './drill-down.tsx';
import { showCount } from './figure-table.ts';

/** A count with a link to the people counted, unless it is 0. @param of the people, for the accessible name */
export function CountLink({ count, of, drill }: { count: number; of: string; drill: DrillDown }) {
  if (count === 0) return showCount(0);
  return (
    <DrillLink drill={drill} label={`${showCount(count)}: ver ${of}`}>
      {showCount(count)}
    </DrillLink>
  );
}

/** A text with a link to its people, if there are any. */
export function LinkIfAny({ count, ...link }: ComponentProps<typeof DrillLink> & { count: number }) {
  return count === 0 ? link.children : <DrillLink {...link} />;
}
