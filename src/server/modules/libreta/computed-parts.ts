import { childSummary, type SummarisedControl, type SummarisedVaccine } from '#domain/follow-up/child-summary.ts';
import { gestationWeek } from '#domain/follow-up/pregnancy.ts';
import { reasonsOn, type VisitFacts } from '#domain/follow-up/visits.ts';
import { type Birth, daysOfAge, growthAge, type NewbornRecord } from '#domain/growth/corrected-age.ts';
import { byDay, evaluationAt, type GrowthControl } from '#domain/growth/trajectory.ts';
import { isSex } from '#domain/growth/who/sexes.ts';
import { loadStandards, type Standards } from '#domain/growth/who/standards.ts';
import type { RecordedVaccine } from '#domain/vaccines/plan.ts';
import { doseName, matchVaccines, type TimelineItem } from '#domain/vaccines/timeline.ts';
import type { Appointment } from '#domain/visit/appointment.ts';
import { childAppointments } from '#domain/visit/appointments.ts';
import { womanAppointments } from '#domain/visit/woman-appointments.ts';
import { evaluationAnswer } from '#server/modules/growth/evaluation-answer.ts';
import type { StoredBooklet } from './booklet-rows.ts';

type Stored<T> = T & { readonly _id: string };

/** The flat records of a type, newest first. @typeParam T what they hold besides the columns of every record */
const recordsOf = <T = unknown>({ registros }: StoredBooklet, key: string) =>
  // A row of a type has its declared fields.
  (registros[key] ?? []).map(({ row }) => row as typeof row & T);

const appointmentAnswer = ({ kind, name, date, when, note }: Appointment) => ({
  ...{ tipo: kind, nombre: name, fecha: date, cuando: when, nota: note ?? null },
});

const doseAnswer = ({ dose, state, due, last, given, remark }: TimelineItem<Stored<RecordedVaccine>>) => ({
  vacuna: dose.vaccine,
  nombre: doseName(dose),
  ...{ estado: state, desde: due, hasta: last },
  aplicada: given && { fecha: given.date, registro: given.record._id },
  observacion: remark,
});

/** The z-scores of a control, without the comparisons of a trajectory, which are not answered and cost more. */
function growthOf(control: Stored<GrowthControl>, child: Birth, standards: Standards | null) {
  const edad = growthAge(child, control.fecha);
  const evaluation = edad && evaluationAt(control, daysOfAge(edad), standards);
  return { control: control._id, fecha: control.fecha, edad, evaluacion: evaluation && evaluationAnswer(evaluation) };
}

/** The stored facts, or those of the day where this day outdated them: the tag of an answer does not change when they are stored anew. */
function visitFactsOn(day: string, booklet: StoredBooklet, standards: Standards | null): VisitFacts {
  const { revisar, ...facts } = booklet.visita;
  if (revisar !== null && revisar > day) return facts;
  const { fechanacimiento, fechaRegistro } = booklet.persona.row;
  const child = { birth: fechanacimiento ? String(fechanacimiento) : null, registered: fechaRegistro };
  const records = {
    control: recordsOf<SummarisedControl>(booklet, 'control'),
    vacuna: recordsOf<SummarisedVaccine>(booklet, 'vacuna'),
    rn: recordsOf<NewbornRecord>(booklet, 'rn'),
  };
  return childSummary(child, records, standards, day).child;
}

/** What follows from a child's records on a day: z-scores of each control, vaccination calendar, appointments, reasons for a visit. */
export async function childParts(booklet: StoredBooklet, day: string) {
  const { sexo, fechanacimiento, gestacion } = booklet.persona.row;
  const birth = fechanacimiento ? String(fechanacimiento) : null;
  const standards = isSex(sexo) ? await loadStandards(sexo) : null;
  const controls = byDay(recordsOf<GrowthControl>(booklet, 'control').toReversed());
  const vaccines = recordsOf<RecordedVaccine>(booklet, 'vacuna');
  const child = { birth, gestacion: gestacion === null ? null : Number(gestacion) };
  const doses = matchVaccines(birth, vaccines, day)?.items ?? null;
  const visita = visitFactsOn(day, booklet, standards);
  const screenings = recordsOf(booklet, 'anemia');
  const { visto, proximoControl, proximaVacuna } = visita;
  return {
    crecimiento: controls.map((control) => growthOf(control, child, standards)),
    calendario: doses?.map(doseAnswer) ?? null,
    visita: { visto, proximoControl, proximaVacuna, motivos: reasonsOn(visita, day) },
    citas: childAppointments({ birth, controls, vaccines, screenings }, day, doses ?? []).map(appointmentAnswer),
  };
}

/** What follows from a woman's records on a day: the week of her pregnancy and her appointments. */
export async function womanParts(booklet: StoredBooklet, day: string) {
  const [controls, vaccines] = [recordsOf(booklet, 'controlmujer'), recordsOf(booklet, 'vacunamujer')];
  const screenings = recordsOf(booklet, 'etmi');
  return {
    semana: gestationWeek(screenings, day),
    citas: womanAppointments({ controls, vaccines, screenings }, day).map(appointmentAnswer),
  };
}
