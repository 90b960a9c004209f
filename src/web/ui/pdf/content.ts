import type { Axis } from '#web/ui/charts/chart-scale.ts';

export interface DefinitionGroup {
  title: string;
  items: readonly { label: string; value: string }[];
}

export interface StepGroup {
  title: string;
  steps: readonly string[];
}

export interface CheckGroup {
  title: string;
  /** `note` stands under the label. */
  items: readonly { label: string; note: string; ticked: boolean }[];
}

export interface PdfColumn {
  heading: string;
  align: 'left' | 'center' | 'right';
}

interface Point {
  x: number;
  y: number;
}

/** A curve of the WHO standards behind the person's own line. */
interface ReferenceLine {
  /** Written at the right end of the line. */
  label: string;
  points: readonly Point[];
  /** A CSS colour or variable; width and dashes in mm. Dashes keep curves distinguishable in greyscale. */
  style: { color: string; width?: number; dash?: readonly number[] };
}

export interface PdfChart {
  title: string;
  /** `corrected`: the age at which the point is judged instead, drawn as a cross. */
  points: readonly (Point & { corrected?: number | null })[];
  /** What circles and crosses mean. */
  legend?: string;
  xAxis: Axis;
  xTitle: string;
  yAxis: Axis;
  yTitle: string;
  color: string;
  /** The latest value, written beside its point. */
  lastLabel: string;
  lines?: readonly ReferenceLine[];
}

export type Block =
  | { kind: 'definitions'; title: string; groups: readonly DefinitionGroup[] }
  | { kind: 'steps'; title: string; groups: readonly StepGroup[] }
  | { kind: 'table'; title: string; columns: readonly PdfColumn[]; rows: readonly (readonly string[])[] }
  | { kind: 'checklist'; title: string; groups: readonly CheckGroup[] }
  | { kind: 'charts'; title: string; charts: readonly PdfChart[] };

/** The content of a document as plain data, independent of women and children. */
export interface PdfContent {
  /** The product name, beside the logo. */
  product: string;
  title: string;
  /** The person's name. */
  name: string;
  line: readonly string[];
  /** The most important fact; `tone` selects the colours `--{tone}-fg` and `--{tone}-bg`. */
  badge?: { label: string; value: string; tone: string };
  /** The date in words, and the author. */
  issued: { on: string; by: string };
  /** An address that is drawn as a QR code. */
  code?: string;
  blocks: readonly Block[];
}

export const NO_RECORDS = 'Sin registros';
