import { Box, Group, Text } from '@mantine/core';
import { readValue, unitOf } from '#domain/fields/index.ts';
import { fieldOf } from '#domain/records/row.ts';
import { isFlag, isNumeric } from '#domain/records/table-columns.ts';
import type { Row } from '#web/lib/row.ts';
import { RecordHistoryButton } from '#web/records/history/history-button.tsx';
import type { OpenHistory } from '#web/records/history/history-context.ts';
import { PendingMark } from '#web/records/lists/pending-mark.tsx';
import { type Fact, Facts } from '#web/ui/shapes/facts.tsx';
import { DeleteButton } from '#web/ui/table/delete-button.tsx';
import { CellValue } from './cell-value.tsx';
import type { ScreenColumn } from './column.ts';
import classes from './record-table.module.css';

interface RecordCardsProps {
  rows: Row[];
  columns: ScreenColumn[];
  headline: ScreenColumn | undefined;
  /** Null where histories are not available. */
  onHistory: OpenHistory | null;
  deleteLabel: (row: Row) => string;
  onDelete: (row: Row) => void;
}

function factOf(row: Row, column: ScreenColumn): Fact {
  const { field, name, label, unit } = column;
  const numeric = isNumeric(column) && fieldOf(row, name) !== null;
  const long = field.kind === 'text' && field.multiline;
  const unitText = unitOf(unit, String(fieldOf(row, name)));
  const value = (
    <>
      {field.kind === 'date' ? readValue(field, fieldOf(row, name)) : <CellValue row={row} column={column} />}
      {numeric && unitText && <small> {unitText}</small>}
    </>
  );
  return { label, value, figure: numeric, span: long ? 'all' : numeric ? undefined : 2 };
}

function titleOf(row: Row, column: ScreenColumn): string {
  const text = readValue(column.field, fieldOf(row, column.name));
  return isNumeric(column) ? `${column.label}: ${text} ${unitOf(column.unit, text) ?? ''}`.trim() : text;
}

/** The records as cards, each with the headline column as title. */
export function RecordCards({ rows, columns, headline, onHistory, deleteLabel, onDelete }: RecordCardsProps) {
  const others = columns.filter((column) => column !== headline);
  const flags = others.filter(isFlag);
  const figures = others.filter((column) => !isFlag(column));
  return (
    <ul>
      {rows.map((row) => {
        const activeFlags = flags.filter(({ name }) => row[name] === true).map(({ label }) => label);
        return (
          <li key={row._id} className={classes.card}>
            <Group gap={0} wrap="nowrap" mih="var(--touch)">
              <Box component="h3" flex={1}>
                {headline && titleOf(row, headline)}
                <PendingMark id={row._id} />
              </Box>
              {onHistory && <RecordHistoryButton record={row._id} onOpen={onHistory} />}
              <DeleteButton label={deleteLabel(row)} onClick={() => onDelete(row)} />
            </Group>
            <Facts layout="dense" facts={figures.map((column) => factOf(row, column))} />
            {activeFlags.length > 0 && (
              <Text size="sm" c="dimmed" mt="2xs">
                {activeFlags.join(' · ')}
              </Text>
            )}
          </li>
        );
      })}
    </ul>
  );
}
