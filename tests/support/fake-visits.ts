import { addDays, addMonths, today } from '#domain/calendar.ts';
import { countVisits, listVisits, type VisitRow } from '#domain/calls/follow-up.ts';
import { listResponsible } from '#domain/calls/responsible.ts';
import { VISIT_REASON_KEYS, type VisitReason } from '#domain/follow-up/reasons.ts';
import { answering } from './answering.ts';

export const ROSA = { _id: '0190f000-0000-7000-8000-000000000001', nombre: 'Rosa', apellido: 'Yuquilema' };
export const LUIS = { _id: '0190f000-0000-7000-8000-000000000002', nombre: 'Luis', apellido: 'Ortega' };

/** The id of the child with this number. */
export const childId = (number: number): string => `0190e000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A boy of 13 months with one reason for a visit. */
export const fakeVisit = (
  number: number,
  nombres: string,
  motivo: VisitReason,
  change: Partial<VisitRow>,
): VisitRow => ({
  _id: childId(number),
  cedula: `S-${nombres}`,
  nombres,
  apellidos: 'CUJÍ',
  sexo: 'MASCULINO',
  fechanacimiento: addMonths(today(), -13),
  provincia: 'CHIMBORAZO',
  canton: 'COLTA',
  parroquia: '',
  celular: '0991234567',
  direccion: '',
  estado: 'Normal',
  visto: addDays(today(), -40),
  proximoControl: today(),
  proximaVacuna: null,
  proximaHemoglobina: null,
  cruce: null,
  responsable: ROSA,
  motivos: [{ motivo, desde: today(), texto: `Texto de ${nombres}.` }],
  ...change,
});

interface ServedVisits {
  /** How many children of Loja have no birth date. */
  withoutBirth?: number;
  /** The time of counts that are not current. */
  datosAl?: string;
}

/** The server's answers about these visits, filtered and paged. */
export function servedVisits(visits: readonly VisitRow[], { withoutBirth = 0, datosAl }: ServedVisits = {}) {
  const narrowed = (conditions: ReadonlyMap<string, unknown>) =>
    visits.filter((row) =>
      Object.entries({ provincia: row.provincia, canton: row.canton, responsable: row.responsable._id }).every(
        ([name, value]) => !conditions.get(name) || conditions.get(name) === value,
      ),
    );
  const of = (rows: VisitRow[], motivo: VisitReason) =>
    rows.filter(({ motivos }) => motivos.some((reason) => reason.motivo === motivo));
  const list = answering(listVisits, ({ query = {} }) => {
    const conditions = new Map<string, unknown>(Object.entries(query));
    const reason = VISIT_REASON_KEYS.find((key) => key === conditions.get('motivo'));
    const rows = reason ? of(narrowed(conditions), reason) : narrowed(conditions);
    const offset = Number(conditions.get('offset') ?? 0);
    return { rows: rows.slice(offset, offset + Number(conditions.get('limit') ?? rows.length)), total: rows.length };
  });
  const counts = answering(countVisits, ({ query = {} }) => {
    const conditions = new Map<string, unknown>(Object.entries(query));
    const rows = narrowed(conditions);
    const [cruce, desnutricion] = [of(rows, 'cruce').length, of(rows, 'desnutricion').length];
    const [control, vacunas] = [of(rows, 'control').length, of(rows, 'vacunas').length];
    const sinNacimiento = conditions.get('provincia') === 'LOJA' ? withoutBirth : 0;
    return { total: rows.length, sinNacimiento, cruce, desnutricion, control, vacunas, ...(datosAl && { datosAl }) };
  });
  return [list, counts, answering(listResponsible, () => [ROSA, LUIS])];
}
