import { useQuery } from '@tanstack/react-query';
import type { FieldFigures, FieldRow, FieldWeek } from '#domain/calls/field-week.ts';
import { NO_VALUE, showNumber } from '#domain/fields/index.ts';
import { UNSEEN_AFTER_DAYS } from '#domain/follow-up/reasons.ts';
import { WARNED_WITHIN_DAYS } from '#domain/reports/field-week.ts';
import { monthLabel } from '#domain/reports/months.ts';
import { CountLink } from '#web/features/reports/frame/count-link.tsx';
import { type ChildrenSearch, type DrillDown, toChildren } from '#web/features/reports/frame/drill-down.tsx';
import { showCount } from '#web/features/reports/frame/figure-table.ts';
import { ListCard } from '#web/features/reports/frame/list-card.tsx';
import type { ReportColumn } from '#web/features/reports/frame/report-table.tsx';
import { emptyTexts } from '#web/features/reports/state/empty-texts.ts';
import type { PlaceFilters } from '#web/features/reports/state/report-search.ts';
import type { ReportState } from '#web/features/reports/state/report-state.ts';
import { fieldWeekPage } from '#web/features/reports/state/reports-api.ts';
import { dataAsOf } from '#web/lib/data-as-of.ts';

const TITLE = 'Cuadro semanal del campo';
const LEAD = `Niñas y niños en seguimiento (hasta los 24 meses). Advertencias: registros de los últimos ${WARNED_WITHIN_DAYS} días que se guardaron con un aviso.`;
const nameOf = ({ responsable }: FieldRow) => `${responsable.nombre} ${responsable.apellido}`;

/** The text of a link, with the name of the row's person. */
const named = (what: string, row: FieldRow | null) => (row ? `${what} de ${nameOf(row)}` : what);

type Where = (row: FieldRow | null, more?: ChildrenSearch) => DrillDown;

/** A link to the children of a row, also of one without canton or province. */
const whereOf =
  (places: PlaceFilters): Where =>
  (row, more) =>
    toChildren(places, {
      ...(row && {
        responsable: row.responsable._id,
        canton: row.canton || NO_VALUE,
        provincia: row.provincia || NO_VALUE,
      }),
      ...more,
    });

/** The cells of a row, or of the totals. */
function cellsOf({ mes, mesAnterior }: Pick<FieldWeek, 'mes' | 'mesAnterior'>, where: Where) {
  const cell =
    (of: string, value: (figures: FieldFigures) => number, more: ChildrenSearch) =>
    (figures: FieldFigures, row: FieldRow | null) => (
      <CountLink count={value(figures)} drill={where(row, more)} of={named(of, row)} />
    );
  return [
    { heading: 'Niños', cell: cell('niños', ({ ninos }) => ninos, { situacion: 'seguimiento' }) },
    {
      heading: `Sin control más de ${UNSEEN_AFTER_DAYS} días`,
      cell: cell('niños sin control', ({ sinControl }) => sinControl, { situacion: 'sincontrol' }),
    },
    {
      heading: `Controles ${monthLabel(mesAnterior)}`,
      cell: (figures: FieldFigures, row: FieldRow | null) => (
        <>
          <CountLink
            count={figures.controlesMesAnterior}
            drill={where(row, { mes: mesAnterior })}
            of={named(`niños con control en ${monthLabel(mesAnterior)}`, row)}
          />
          <small>{showCount(figures.controlesMismoDia)} al mismo día</small>
        </>
      ),
    },
    {
      heading: `Controles ${monthLabel(mes)}`,
      cell: cell(`niños con control en ${monthLabel(mes)}`, ({ controlesMes }) => controlesMes, { mes }),
    },
    {
      heading: 'Registros con advertencias',
      cell: (figures: FieldFigures, row: FieldRow | null) => (
        <>
          <CountLink
            count={figures.advertidos}
            drill={where(row, { situacion: 'advertencias' })}
            of={named('niños con registros con advertencias', row)}
          />
          <small>
            {showNumber(figures.porcentaje, 2)} % de {showCount(figures.registros)}
          </small>
        </>
      ),
    },
  ];
}

/** The field work of the month and the cases that need attention, by responsible person and canton. */
export function FieldCard({ state }: { state: ReportState }) {
  const { places } = state;
  const list = state.list('semana');
  const result = useQuery(fieldWeekPage({ ...places, ...list.request }));
  const where = whereOf(places);
  const cells = result.data ? cellsOf(result.data, where) : [];
  const columns: ReportColumn<FieldRow>[] = [
    {
      heading: 'Responsable y cantón',
      cell: (row) => (
        <>
          <strong>{nameOf(row)}</strong>
          <small>{[row.canton, row.provincia].filter(Boolean).join(', ') || 'Sin cantón'}</small>
        </>
      ),
    },
    ...cells.map(({ heading, cell }) => ({ heading, numeric: true, cell: (row: FieldRow) => cell(row, row) })),
  ];
  return (
    <ListCard
      title={TITLE}
      lead={[LEAD, dataAsOf(result.data?.datosAl)].filter(Boolean).join(' ')}
      span={12}
      phone="cards"
      list={list}
      result={result}
      texts={emptyTexts(places, 'niñas ni niños en seguimiento', 'Aparecen aquí con el primer registro.')}
      columns={columns}
      keyOf={({ responsable, canton, provincia }) => `${responsable._id}\n${canton}\n${provincia}`}
      {...(result.data && {
        total: ['Total', ...cells.map(({ cell }) => cell(result.data.general, null))],
      })}
    />
  );
}
