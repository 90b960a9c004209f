import type { Axis } from '#web/ui/charts/chart-scale.ts';

/** Label and value, in two columns under a small title. */
export interface DefinitionGroup {
  title: string;
  items: readonly { label: string; value: string }[];
}

export interface TableColumn {
  heading: string;
  align: 'left' | 'center' | 'right';
}

interface Point {
  x: number;
  y: number;
}

/** A line to compare with, behind the person's own (the standards of the WHO). */
interface ReferenceLine {
  /** Stands at the line's right end. */
  label: string;
  points: readonly Point[];
  /** A CSS colour or variable; width in mm; dash in mm, drawn and left out in turn. Dashes still differ in grey. */
  style: { color: string; width?: number; dash?: readonly number[] };
}

export interface PdfChart {
  title: string;
  /** In order of x. */
  points: readonly Point[];
  xAxis: Axis;
  xTitle: string;
  yAxis: Axis;
  yTitle: string;
  /** A CSS colour or variable. */
  color: string;
  /** The latest figure, written beside its point. */
  lastLabel: string;
  lines?: readonly ReferenceLine[];
}

export type Block =
  | { kind: 'definitions'; title: string; groups: readonly DefinitionGroup[] }
  | { kind: 'table'; title: string; columns: readonly TableColumn[]; rows: readonly (readonly string[])[] }
  | { kind: 'charts'; title: string; charts: readonly PdfChart[] };

/** Everything that stands in a document, as plain data; drawing it knows nothing of women or children. */
export interface PdfContent {
  /** Whose product it is, beside the logo. */
  product: string;
  title: string;
  /** Whose document it is. */
  name: string;
  /** Short facts in one line under the name. */
  line: readonly string[];
  /** What must be seen first; `tone` names the pair of colours `--{tone}-fg` and `--{tone}-bg`. */
  badge?: { label: string; value: string; tone: string };
  /** Day in words, and who issued it. */
  issued: { on: string; by: string };
  blocks: readonly Block[];
}

/** What stands where there is nothing. */
export const NO_RECORDS = 'Sin registros';
