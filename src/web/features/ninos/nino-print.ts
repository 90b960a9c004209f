import { showAge, today } from '#domain/calendar.ts';
import { showNumber } from '#domain/fields/index.ts';
import type { Status } from '#domain/growth/malnutrition.ts';
import { control } from '#domain/records/control.ts';
import { nino } from '#domain/records/nino.ts';
import { fieldOf, type Row } from '#web/lib/row.ts';
import { AGE_AXIS, AGE_TITLE } from '#web/ui/charts/chart-scale.ts';
import type { PatientPrint } from '#web/ui/patients/patient-document.ts';
import type { PdfChart } from '#web/ui/pdf/content.ts';
import { STATUS_TONES } from '#web/ui/status-tones.ts';
import { GROWTH_CURVES, type GrowthCurve, measurementsOf } from './growth-curves.ts';

const text = (row: Row, name: keyof typeof nino.fields) => String(fieldOf(row, name) ?? '');
const TITLES: Record<string, string> = { FEMENINO: 'Libreta de la niña', MASCULINO: 'Libreta del niño' };

function chart(curve: GrowthCurve, controls: readonly Row[]): PdfChart {
  const { title, measure, unit, decimals, color, axis } = curve;
  const points = measurementsOf(curve, controls);
  const last = points.at(-1);
  return {
    title,
    points,
    xAxis: AGE_AXIS,
    xTitle: AGE_TITLE,
    yAxis: axis,
    yTitle: `${measure} (${unit})`,
    color,
    lastLabel: last ? `${showNumber(last.y, decimals)} ${unit}` : '',
  };
}

export const NINO_PRINT: PatientPrint = {
  title: (row) => TITLES[text(row, 'sexo')] ?? 'Libreta de la niña o del niño',
  line: (row) => {
    const birth = text(row, 'fechanacimiento');
    const facts = [birth && showAge(birth, today()), text(row, 'sexo')];
    return [...facts, `${nino.fields.cedula.label} ${text(row, 'cedula')}`].filter(Boolean);
  },
  badge: (row) => {
    const status = row.estado as Status;
    return { label: 'Estado según tabla del programa', value: status, tone: STATUS_TONES[status] };
  },
  more: (_row, records) => {
    const controls = records.get(control.key) ?? [];
    return [
      { kind: 'charts', title: 'Curvas de crecimiento', charts: GROWTH_CURVES.map((curve) => chart(curve, controls)) },
    ];
  },
};
