import { getFieldWeek } from '#domain/calls/field-week.ts';
import { type FormTimes, listFormTimes } from '#domain/calls/form-times.ts';
import { getStunting, listDisagreeing } from '#domain/calls/growth-reports.ts';
import {
  countBySex,
  countByStaff,
  getDashboard,
  listFollowed,
  listVaccinated,
  weighByCanton,
} from '#domain/calls/reports.ts';
import type { Status } from '#domain/growth/status.ts';
import { malnutritionRate, meanWeight } from '#domain/reports/figures.ts';
import { monthLabel } from '#domain/reports/months.ts';
import { prevalence } from '#domain/reports/prevalence.ts';
import { answering } from './answering.ts';
import { CHILDREN, type Child, STAFF } from './report-children.ts';

type Filters = Readonly<Record<string, unknown>> | undefined;

/** Status by weight at 12 months; GIL's is at 3 months. */
const statusOf = (weight: number): Status => (weight === 8 ? 'Desnutrición' : weight === 13 ? 'Sobrepeso' : 'Normal');

export const childId = (name: string) =>
  `0190e000-0000-7000-8000-${String(Object.keys(CHILDREN).indexOf(name)).padStart(12, '0')}`;

const ALL = Object.entries(CHILDREN).map(([nombres, child]) => ({
  _id: childId(nombres),
  nombres,
  apellidos: 'CUJÍ',
  ...child,
}));
type Named = (typeof ALL)[number];

const isAt = ({ place: [provincia, canton] }: Pick<Child, 'place'>, filters: Filters = {}) =>
  Object.entries({ provincia, canton, establecimiento: `Centro ${canton}` }).every(
    ([name, value]) => !filters[name] || filters[name] === value,
  );
const at = (filters: Filters) => ALL.filter((child) => isAt(child, filters));
const pageOf = <Row>(rows: Row[], filters: Filters = {}) => {
  const offset = Number(filters.offset ?? 0);
  return { rows: rows.slice(offset, offset + Number(filters.limit ?? 1000)), total: rows.length };
};
const grouped = <Row>(rows: Row[], keyOf: (row: Row) => string) =>
  [...new Set(rows.map(keyOf))]
    .toSorted((a, b) => a.localeCompare(b))
    .map((key) => ({ key, group: rows.filter((row) => keyOf(row) === key) }));
const measured = (children: Named[]) =>
  children.flatMap(({ control, ...child }) => {
    if (!control) return [];
    const [fecha, edad, peso] = control;
    return [{ ...child, fecha, edad, peso, longitud: 73.2, estado: statusOf(peso) }];
  });
const sharesOf = (n: number) => ({ n, bajo: prevalence(0, n), severa: prevalence(0, n) });

/** The newest month first, as the server sends them. */
const FORM_TIMES: readonly FormTimes[] = [
  { tipo: 'control', mes: '2026-11', registros: 1_204, mediana: 42, p90: 76 },
  { tipo: 'nino', mes: '2026-11', registros: 3, mediana: 120, p90: null },
  { tipo: 'control', mes: '2026-10', registros: 1, mediana: 0, p90: 3_600 },
];

/** Fake answers of every report about the children of the report tests. */
export function servedReports({
  weekTakenAt,
  times = FORM_TIMES,
}: {
  weekTakenAt?: string;
  times?: readonly FormTimes[];
} = {}) {
  const dashboard = answering(getDashboard, ({ query }) => {
    const children = at(query);
    const ill = measured(children).filter(({ estado }) => estado === 'Desnutrición').length;
    const months = grouped(measured(children), ({ fecha }) => fecha.slice(0, 7));
    return {
      total: children.length,
      desnutricion: ill,
      tasa: malnutritionRate(ill, children.length),
      controlesPorMes: months.map(({ key: mes, group }) => ({
        mes,
        etiqueta: monthLabel(mes),
        controles: group.length,
      })),
    };
  });
  const sexes = answering(countBySex, ({ query }) => {
    const boys = at(query).filter(({ sexo }) => sexo === 'MASCULINO').length;
    return { masculino: boys, femenino: at(query).length - boys };
  });
  const weights = answering(weighByCanton, ({ query }) =>
    grouped(measured(at(query)), ({ place: [provincia, canton] }) => `${canton}|${provincia}`).map(({ key, group }) => {
      const [canton = '', provincia = ''] = key.split('|');
      const sum = group.reduce((all, { peso }) => all + peso * 100, 0);
      return { canton, provincia, promedio: meanWeight(sum, group.length), controles: group.length };
    }),
  );
  const followed = answering(listFollowed, ({ query }) => {
    const { desde = '', hasta = '', estado }: { desde?: unknown; hasta?: unknown; estado?: unknown } = query ?? {};
    const rows = measured(at(query))
      .filter(({ fecha }) => fecha >= String(desde) && (!hasta || fecha <= String(hasta)))
      .filter((child) => !estado || child.estado === estado)
      .toSorted((a, b) => b.fecha.localeCompare(a.fecha));
    return pageOf(rows, query);
  });
  const vaccinated = answering(listVaccinated, ({ query }) => {
    const rows = at(query).filter(({ vaccines }) => vaccines);
    return pageOf(
      rows.map(({ vaccines, ...child }) => ({ ...child, vacunas: vaccines ?? 0 })),
      query,
    );
  });
  const staff = answering(countByStaff, ({ query }) => {
    const women = isAt({ place: ['CHIMBORAZO', 'COLTA'] }, query) ? 1 : 0;
    const filas = (['rosa', 'luis'] as const).map((by, index) => {
      const { nombre, apellido, cedula } = STAFF[by];
      const ninos = at(query).filter((child) => child.by === by).length;
      const mujeres = by === 'rosa' ? women : 0;
      const _id = `0190f000-0000-7000-8000-00000000000${index}`;
      return { _id, nombre, apellido, cedula, ninos, mujeres, total: ninos + mujeres };
    });
    const ninos = at(query).length;
    return { answer: { filas, general: { ninos, mujeres: women, total: ninos + women } }, total: filas.length };
  });
  const stunting = answering(getStunting, ({ query }) => {
    const children = measured(at(query));
    const byPlace = (keyOf: (child: (typeof children)[number]) => string) => grouped(children, keyOf);
    return {
      corregidos: 0,
      general: sharesOf(children.length),
      provincias: byPlace(({ place }) => place[0]).map(({ key, group }) => ({
        provincia: key,
        ...sharesOf(group.length),
      })),
      cantones: byPlace(({ place }) => place.join('|')).map(({ key, group }) => {
        const [provincia = '', canton = ''] = key.split('|');
        return { provincia, canton, ...sharesOf(group.length) };
      }),
      meses: byPlace(({ fecha }) => fecha.slice(0, 7)).map(({ key: mes, group }) => ({
        mes,
        etiqueta: monthLabel(mes),
        ...sharesOf(group.length),
      })),
    };
  });
  const disagreeing = answering(listDisagreeing, () => ({ rows: [], total: 0 }));
  const week = answering(getFieldWeek, ({ query }) => {
    const figures = (ninos: number) => ({
      ninos,
      sinControl: 0,
      controlesMes: 0,
      controlesMesAnterior: 0,
      controlesMismoDia: 0,
      registros: 0,
      advertidos: 0,
      porcentaje: 0,
    });
    const children = at(query);
    const filas = grouped(children, ({ place }) => place.join('|')).map(({ key, group }) => {
      const [provincia = '', canton = ''] = key.split('|');
      const { nombre, apellido } = STAFF.rosa;
      const responsable = { _id: '0190f000-0000-7000-8000-000000000000', nombre, apellido };
      return { responsable, provincia, canton, ...figures(group.length) };
    });
    const { rows, total } = pageOf(filas, query);
    return {
      answer: {
        mes: '2026-11',
        mesAnterior: '2026-10',
        filas: rows,
        general: figures(children.length),
        ...(weekTakenAt && { datosAl: weekTakenAt }),
      },
      total,
    };
  });
  const formTimes = answering(listFormTimes, () => [...times]);
  const fakes = [dashboard, sexes, weights, followed, vaccinated, staff, stunting, disagreeing, week, formTimes];
  return { dashboard, sexes, weights, followed, vaccinated, staff, stunting, disagreeing, week, formTimes, fakes };
}
