import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import classes from './skeleton-table.module.css';

const WIDTHS = ['92%', '70%', '84%', '58%', '76%'];

/** Rows in the shape of the table to come. */
export function SkeletonTable({
  rows = 5,
  columns = 4,
  label = 'Cargando…',
}: {
  rows?: number;
  columns?: number;
  label?: string;
}) {
  const cells = Array.from({ length: rows * columns }, (_, index) => index);
  return (
    <div role="status" className={classes.table} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {cells.map((cell) => (
        <div key={cell} className={classes.cell} aria-hidden>
          <Skeleton
            height={14}
            radius="xl"
            width={WIDTHS[(cell * 3 + Math.floor(cell / columns)) % WIDTHS.length] ?? '80%'}
          />
        </div>
      ))}
    </div>
  );
}
