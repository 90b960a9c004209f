import type { ReactNode } from 'react';
import type { ComputedColumn, TableColumn } from '#domain/records/table-columns.ts';
import type { Row } from '#web/lib/row.ts';

/** A column of a record's table on the screen. */
export type Column = TableColumn<Row, ReactNode>;

/** A column of the screen that follows from other fields. */
export type ShownColumn = ComputedColumn<Row, ReactNode>;
