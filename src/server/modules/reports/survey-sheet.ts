import type { SurveyRow } from '#domain/calls/survey.ts';
import type { ExportColumn } from '#domain/exports/columns.ts';
import type { Prevalence } from '#domain/reports/prevalence.ts';
import {
  SAYS_LITTLE,
  SURVEY_INDICATORS,
  SURVEY_KEYS,
  type SurveyGrouping,
  type SurveyKey,
  type SurveyShares,
  saysLittle,
} from '#domain/reports/survey.ts';
import { SURVEY_GROUPS } from '#domain/reports/survey-groups.ts';

type Cell = string | number;
interface SheetColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => Cell;
}

const TEXT_WIDTH = 30;
/** Room for the arrow of the filter beside the header. */
const HEADER_MARGIN = 4;

/** One decimal, as on the screen. */
const bound = (interval: Prevalence['intervalo'], at: 0 | 1): Cell =>
  interval === null ? '' : Math.round(interval[at] * 10) / 10;

const shareColumns = <Row>(label: string, of: (row: Row) => Prevalence): SheetColumn<Row>[] => [
  { label, cell: (row) => of(row).casos },
  { label: `${label} %`, cell: (row) => of(row).porcentaje ?? '' },
  { label: `${label} % desde (IC 95 %)`, cell: (row) => bound(of(row).intervalo, 0) },
  { label: `${label} % hasta (IC 95 %)`, cell: (row) => bound(of(row).intervalo, 1) },
];

function indicatorColumns(key: SurveyKey): SheetColumn<SurveyShares>[] {
  const { label, rule, severe, bounds } = SURVEY_INDICATORS[key];
  return [
    { label: `${label}: medidos`, cell: (row) => row[key].n },
    ...shareColumns(`${label} (${rule})`, (row: SurveyShares) => row[key].total),
    ...shareColumns(`${label}, ${severe.toLowerCase()}`, (row: SurveyShares) => row[key].severa),
    ...(bounds ? [{ label: `${label}: clase`, cell: (row: SurveyShares) => row[key].clase ?? '' }] : []),
    { label: `${label}: aviso`, cell: (row) => (saysLittle(row[key].n) ? SAYS_LITTLE : '') },
  ];
}

const SHARES: SheetColumn<SurveyShares>[] = [
  { label: 'Niños menores de 24 meses con control', cell: ({ ninos }) => ninos },
  ...SURVEY_KEYS.flatMap(indicatorColumns),
  ...shareColumns('Desnutrición según tabla del programa', ({ programa }: SurveyShares) => programa),
  { label: 'Según tabla del programa: aviso', cell: ({ ninos }) => (saysLittle(ninos) ? SAYS_LITTLE : '') },
];

function groupColumns(por: SurveyGrouping): SheetColumn<SurveyRow>[] {
  const { label, nameOf } = SURVEY_GROUPS[por];
  const own = { label, cell: nameOf };
  if (por === 'canton') return [{ label: SURVEY_GROUPS.provincia.label, cell: SURVEY_GROUPS.provincia.nameOf }, own];
  if (por !== 'establecimiento') return [own];
  return [...groupColumns('canton'), own];
}

/** The columns and rows of the workbook; the last row has the totals. */
export function surveySheet(
  por: SurveyGrouping,
  rows: readonly SurveyRow[],
  general: SurveyShares,
): { columns: ExportColumn[]; cells: Cell[][] } {
  const groups = groupColumns(por);
  const columns = [...groups, ...SHARES].map(({ label }, index) => ({
    name: label,
    label,
    width: index < groups.length ? TEXT_WIDTH : label.length + HEADER_MARGIN,
    isDate: false,
  }));
  const shareCells = (row: SurveyShares) => SHARES.map(({ cell }) => cell(row));
  const cells = rows.map((row) => [...groups.map(({ cell }) => cell(row)), ...shareCells(row)]);
  const total = [...groups.map((_, index) => (index === 0 ? 'Total' : '')), ...shareCells(general)];
  return { columns, cells: [...cells, total] };
}
