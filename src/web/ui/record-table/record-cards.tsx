import { showValue } from '#domain/fields/index.ts';
import { fieldOf, type Row } from '#web/lib/row.ts';
import { type Column, isFlag, isNumeric } from './column.ts';
import { DeleteButton } from './delete-button.tsx';
import classes from './record-table.module.css';

interface RecordCardsProps {
  rows: Row[];
  columns: Column[];
  deleteLabel: (row: Row) => string;
  onDelete: (row: Row) => void;
}

function Fact({ row, column }: { row: Row; column: Column }) {
  const { field, name, label, unit } = column;
  const value = fieldOf(row, name);
  const numeric = isNumeric(column) && value !== null;
  const width = field.kind === 'text' ? classes.long : numeric ? undefined : classes.double;
  return (
    <div className={width}>
      <dt>{label}</dt>
      <dd className={numeric ? classes.number : undefined}>
        {showValue(field, value)}
        {numeric && unit && <small> {unit}</small>}
      </dd>
    </div>
  );
}

/** The records of a phone: what the table's first column says as the title, its figures, and the flags that hold. */
export function RecordCards({ rows, columns, deleteLabel, onDelete }: RecordCardsProps) {
  const [first, ...others] = columns;
  const flags = others.filter(isFlag);
  return (
    <ul className={classes.cards}>
      {rows.map((row) => {
        const held = flags.filter(({ name }) => row[name] === true).map(({ label }) => label);
        return (
          <li key={row._id} className={classes.card}>
            <div className={classes.cardHead}>
              <h3>{first && showValue(first.field, fieldOf(row, first.name))}</h3>
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
