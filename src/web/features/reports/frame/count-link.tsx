import { type DrillDown, DrillLink } from './drill-down.tsx';
import { showCount } from './figure-table.ts';

/** A count that leads to those it counts; none lead nowhere. @param of whom, as the link is heard */
export function CountLink({ count, of, drill }: { count: number; of: string; drill: DrillDown }) {
  if (count === 0) return showCount(0);
  return (
    <DrillLink drill={drill} label={`${showCount(count)}: ver ${of}`}>
      {showCount(count)}
    </DrillLink>
  );
}
