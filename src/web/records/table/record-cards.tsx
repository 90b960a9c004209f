import { showValue } from '#domain/fields/index.ts';
import { fieldOf } from '#domain/records/row.ts';
import { isFlag, isNumeric } from '#domain/records/table-columns.ts';
import type { Row } from '#web/records/row.ts';
import { DeleteButton } from '#web/ui/table/delete-button.tsx';
import { CellValue } from './cell-value.tsx';
import type { Column } from './column.ts';
import classes from './record-table.module.css';

interface RecordCardsProps {
  rows: Row[];
  columns: Column[];
  headline: Column | undefined;
  deleteLabel: (row: Row) => string;
  onDelete: (row: Row) => void;
}

function Fact({ row, column }: { row: Row; column: Column }) {
  const { field, name, label, unit } = column;
  const value = fieldOf(row, name);
  const numeric = isNumeric(column) && value !== null;
  const long = field.kind === 'text' && field.multiline;
  const width = long ? classes.long : numeric ? undefined : classes.double;
  return (
    <div className={width}>
      <dt>{label}</dt>
      <dd className={numeric ? classes.number : undefined}>
        <CellValue row={row} column={column} />
        {numeric && unit && <small> {unit}</small>}
      </dd>
    </div>
  );
}

/** A figure alone says little: it comes with its name and unit. */
function titleOf(row: Row, column: Column): string {
  const text = showValue(column.field, fieldOf(row, column.name));
  return isNumeric(column) ? `${column.label}: ${text} ${column.unit ?? ''}`.trim() : text;
}

/** The records of a phone: what tells one from the others as its title, its figures, and the flags that hold. */
export function RecordCards({ rows, columns, headline, deleteLabel, onDelete }: RecordCardsProps) {
  const others = columns.filter((column) => column !== headline);
  const flags = others.filter(isFlag);
  return (
    <ul className={classes.cards}>
      {rows.map((row) => {
        const held = flags.filter(({ name }) => row[name] === true).map(({ label }) => label);
        return (
          <li key={row._id} className={classes.card}>
            <div className={classes.cardHead}>
              <h3>{headline && titleOf(row, headline)}</h3>
              <DeleteButton label={deleteLabel(row)} onClick={() => onDelete(row)} />
            </div>
            <dl className={classes.facts}>
              {others
                .filter((column) => !isFlag(column))
                .map((column) => (
                  <Fact key={column.name} row={row} column={column} />
                ))}
            </dl>
            {held.length > 0 && <p className={classes.flags}>{held.join(' · ')}</p>}
          </li>
        );
      })}
    </ul>
  );
}
