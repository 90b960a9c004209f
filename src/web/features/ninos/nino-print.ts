import { today } from '#domain/calendar.ts';
import { cutDate, NOT_AVAILABLE, showNumber } from '#domain/fields/index.ts';
import { agesText, isCorrected } from '#domain/growth/corrected-age.ts';
import { INDICATOR_KEYS, INDICATORS } from '#domain/growth/indicators.ts';
import { referenceLines } from '#domain/growth/reference-lines.ts';
import type { Status } from '#domain/growth/status.ts';
import { showScore, trajectoryOf } from '#domain/growth/trajectory.ts';
import { isSex } from '#domain/growth/who/sexes.ts';
import { loadStandards, type Standards } from '#domain/growth/who/standards.ts';
import { control } from '#domain/records/control.ts';
import { nino } from '#domain/records/nino.ts';
import { fieldOf } from '#domain/records/row.ts';
import type { Row } from '#web/lib/row.ts';
import type { PatientPrint } from '#web/records/patients/patient-print.ts';
import { AGE_TITLE, ageAxis } from '#web/ui/charts/chart-scale.ts';
import type { Block, PdfChart } from '#web/ui/pdf/content.ts';
import { STATUS_TONES } from '#web/ui/shapes/status-tones.ts';
import { childAppointmentBlocks } from './appointments-print.ts';
import { type Child, childOf } from './child-of.ts';
import { GROWTH_CURVES, type GrowthCurve, measurementsOf } from './growth-curves.ts';
import type { ControlRow } from './use-trajectory.ts';

const text = (row: Row, name: keyof typeof nino.fields) => String(fieldOf(row, name) ?? '');
const TITLES: Record<string, string> = { FEMENINO: 'Libreta de la niña', MASCULINO: 'Libreta del niño' };
const AGE_LEGEND = 'círculo: edad desde que nació · cruz: edad corregida';
const BY_PROGRAMME = 'Estado según tabla del programa';
const WHO_STANDARDS = 'Estándares OMS';

/** Lines of ±3 SD are thinner and dashed, so that they differ in greyscale too. */
const lineStyle = (z: number) =>
  Math.abs(z) > 2
    ? { color: 'var(--chart-sd3)', width: 0.25, dash: [1.2, 0.8] }
    : { color: 'var(--chart-sd2)', width: 0.25 };

function chart(
  curve: GrowthCurve,
  controls: readonly ControlRow[],
  child: Child,
  standards: Standards | null,
): PdfChart {
  const { title, measure, unit, decimals, color, axis, score } = curve;
  const points = measurementsOf(curve, controls, child);
  const xAxis = ageAxis(points);
  const lines = standards ? referenceLines(score, standards, xAxis.to) : [];
  const last = points.at(-1);
  return {
    title,
    points,
    xAxis,
    xTitle: AGE_TITLE,
    yAxis: axis,
    yTitle: `${measure} (${unit})`,
    color,
    ...(points.some(({ corrected }) => corrected !== null) && { legend: AGE_LEGEND }),
    lastLabel: last ? `${showNumber(last.y, decimals)} ${unit}` : '',
    lines: lines.map(({ z, label, points: line }) => ({ label, points: line, style: lineStyle(z) })),
  };
}

/** The latest control by the programme's table and, separately, by the WHO standards. */
function nutrition(row: Row, controls: readonly ControlRow[], standards: Standards | null): Block {
  const latest = trajectoryOf(controls, childOf(row), standards).at(-1);
  const ages = latest && isCorrected(latest.edad) ? `, ${agesText(childOf(row), latest.control.fecha)}` : '';
  const scores = INDICATOR_KEYS.map((key) => {
    const score = latest?.evaluation?.scores[key];
    return {
      label: INDICATORS[key].short,
      value: score ? `${showScore(score.z)} DE · ${score.className}` : NOT_AVAILABLE,
    };
  });
  return {
    kind: 'definitions',
    title: 'Estado nutricional',
    groups: [
      { title: BY_PROGRAMME, items: [{ label: 'Estado', value: String(row.estado) }] },
      {
        title: latest ? `${WHO_STANDARDS}, control del ${cutDate(latest.control.fecha)}${ages}` : WHO_STANDARDS,
        items: scores,
      },
    ],
  };
}

export const NINO_PRINT: PatientPrint = {
  title: (row) => TITLES[text(row, 'sexo')] ?? 'Libreta de la niña o del niño',
  line: (row) => {
    const facts = [agesText(childOf(row), today()), text(row, 'sexo')];
    return [...facts, `${nino.fields.cedula.label} ${text(row, 'cedula')}`].filter(Boolean);
  },
  badge: (row) => {
    const status = row.estado as Status;
    return { label: BY_PROGRAMME, value: status, tone: STATUS_TONES[status] };
  },
  more: async (row, records) => {
    const controls = (records.get(control.key) ?? []) as readonly ControlRow[];
    const sexo = text(row, 'sexo');
    const standards = isSex(sexo) ? await loadStandards(sexo) : null;
    const charts = GROWTH_CURVES.map((curve) => chart(curve, controls, childOf(row), standards));
    return [nutrition(row, controls, standards), { kind: 'charts', title: 'Curvas de crecimiento', charts }];
  },
  last: (row, records) => childAppointmentBlocks(text(row, 'fechanacimiento') || null, records),
};
