import { useQuery } from '@tanstack/react-query';
import type { FormTimes } from '#domain/calls/form-times.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { showFormTime } from '#domain/reports/form-times.ts';
import { monthLabel } from '#domain/reports/months.ts';
import { showCount } from '#web/features/reports/frame/figure-table.ts';
import { ListCard } from '#web/features/reports/frame/list-card.tsx';
import type { ReportColumn } from '#web/features/reports/frame/report-table.tsx';
import { pageOfRows, type ReportState } from '#web/features/reports/state/report-state.ts';
import { formTimes } from '#web/features/reports/state/reports-api.ts';

const TITLE = 'Tiempo de registro';
const LEAD =
  'Desde que se abre un formulario nuevo hasta que se guarda, en los últimos 12 meses. El tiempo de una visita se reparte entre sus registros. De todo el país, sin los filtros de esta página y sin nombres. Para comparar: la aplicación Simple publica medianas de 13 s por control y 76 s por persona nueva (PMC9843217).';

/** A person's own title is the same for women and children. */
const titleOf = (tipo: string) => {
  const definition = RECORD_LIST.find(({ key }) => key === tipo);
  return (definition?.parent ? definition.titles.short : definition?.titles.form) ?? tipo;
};

const timeText = (seconds: number | null) => (seconds === null ? '' : showFormTime(seconds));

const COLUMNS: ReportColumn<FormTimes>[] = [
  {
    heading: 'Formulario y mes',
    cell: ({ tipo, mes }) => (
      <>
        <strong>{titleOf(tipo)}</strong>
        <small>{monthLabel(mes)}</small>
      </>
    ),
  },
  { heading: 'Guardados', numeric: true, cell: ({ registros }) => showCount(registros) },
  { heading: 'Mediana', numeric: true, cell: ({ mediana }) => <strong>{timeText(mediana)}</strong> },
  { heading: '9 de cada 10 hasta', numeric: true, cell: ({ p90 }) => timeText(p90) },
];

/** How long the forms of each record type took in each month. */
export function FormTimesCard({ state }: { state: ReportState }) {
  const list = state.list('tiempos');
  const result = useQuery({ ...formTimes, select: (rows: FormTimes[]) => pageOfRows(rows, list.request) });
  return (
    <ListCard
      title={TITLE}
      lead={LEAD}
      span={12}
      phone="cards"
      list={list}
      result={result}
      texts={{
        empty: 'Todavía no hay tiempos de registro',
        emptyHint: 'Aparecen aquí con el primer formulario que se guarde.',
      }}
      columns={COLUMNS}
      keyOf={({ tipo, mes }) => `${tipo} ${mes}`}
    />
  );
}
