import type { ReactNode } from 'react';
import type { ComputedColumn, TableColumn } from '#domain/records/table-columns.ts';
import type { Row } from '#web/lib/row.ts';

export type ScreenColumn = TableColumn<Row, ReactNode>;

/** A computed column of the screen. */
export type ShownColumn = ComputedColumn<Row, ReactNode>;
