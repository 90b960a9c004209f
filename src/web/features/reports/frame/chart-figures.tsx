import classes from './chart-card.module.css';
import { DrillLink } from './drill-down.tsx';
import { type FigureTable, showCell } from './figure-table.ts';
import { ReportTable } from './report-table.tsx';

/** The figures of a chart as a table that scrolls inside the card. */
export function ChartFigures({ title, figures }: { title: string; figures: FigureTable }) {
  const label = `${title}: las mismas cifras`;
  const columns = figures.columns.map(({ heading, decimals }, index) => ({
    heading,
    numeric: decimals !== undefined,
    cell: ({ cells, drill }: FigureTable['rows'][number]) => {
      const text = showCell(cells[index] ?? '', decimals);
      return index === 0 && drill ? <DrillLink drill={drill}>{text}</DrillLink> : text;
    },
  }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={classes.table} data-figures aria-label={label} tabIndex={0}>
      <ReportTable label={label} columns={columns} rows={figures.rows} keyOf={({ key }) => key} density="tight" />
    </section>
  );
}
