import {
  type Dhis2Figures,
  type Dhis2Unit,
  getDhis2Figures,
  getMapping,
  type MappingRow,
  saveMapping,
} from '#domain/calls/dhis2.ts';
import { AGGREGATE_KEYS, AGGREGATES } from '#domain/dhis2/aggregates.ts';
import type { MappedKind, UnitLevel } from '#domain/dhis2/mapping.ts';
import { parsePeriod } from '#domain/dhis2/period.ts';
import { AppError } from '#domain/errors.ts';
import { answering } from './answering.ts';

type Place = Pick<Dhis2Unit, 'clave' | 'nombre' | 'provincia'>;

/** What the figures are of: so many controls at each place, nothing else. */
export interface ServedPlaces {
  readonly [level: string]: readonly (Place & { readonly controles: number })[];
}

const rowsOf = (tipo: MappedKind, places: readonly Place[]): Omit<MappingRow, 'codigo'>[] =>
  places.map(({ clave, nombre, provincia }) => ({ tipo, clave, nombre, provincia }));

/** The calls of figures and codes, on the places of each level. */
export function servedDhis2(places: ServedPlaces, coded: Record<string, string> = {}) {
  const codes = new Map(Object.entries(coded));
  const codeOf = (tipo: string, clave: string) => codes.get(`${tipo} ${clave}`) ?? '';
  const elements = AGGREGATE_KEYS.map((clave) => ({ clave, nombre: AGGREGATES[clave].name, provincia: '' }));
  const of = (level: string) => places[level] ?? [];

  const figures = answering(getDhis2Figures, ({ query }): Dhis2Figures => {
    const nivel: UnitLevel = query?.nivel === 'establecimiento' ? 'establecimiento' : 'canton';
    const period = parsePeriod(String(query?.periodo), '2100-01-01');
    if (!period) throw new AppError('invalid');
    const unidades = of(nivel).map(({ controles, ...place }) => ({
      ...place,
      codigo: codeOf(nivel, place.clave),
      valores: AGGREGATE_KEYS.map((key) => (key === 'controles' ? controles : 0)),
    }));
    const total = unidades.reduce((sum, { valores }) => sum + (valores[AGGREGATE_KEYS.indexOf('controles')] ?? 0), 0);
    const elementos = AGGREGATE_KEYS.map((clave) => ({
      ...{ clave, codigo: codeOf('elemento', clave), total: clave === 'controles' ? total : 0 },
    }));
    const sent = (rows: readonly { codigo: string }[]) => rows.filter(({ codigo }) => codigo !== '').length;
    return {
      ...{ periodo: period.name, nivel, desde: period.desde, hasta: period.hasta, terminado: true },
      ...{ datosAl: '2026-11-27T15:00:00.000Z', elementos, unidades, envia: sent(elementos) * sent(unidades) },
    };
  });
  const mapping = answering(getMapping, () => {
    const rows = [
      ...rowsOf('elemento', elements),
      ...rowsOf('canton', of('canton')),
      ...rowsOf('establecimiento', of('establecimiento')),
    ];
    return { filas: rows.map((row) => ({ ...row, codigo: codeOf(row.tipo, row.clave) })) };
  });
  const save = answering(saveMapping, ({ body: { cambios } }) => {
    const changes = cambios as { tipo: string; clave: string; antes: string; codigo: string }[];
    if (changes.some(({ tipo, clave, antes }) => codeOf(tipo, clave) !== antes)) throw new AppError('outdated');
    for (const { tipo, clave, codigo } of changes) codes.set(`${tipo} ${clave}`, codigo);
    return { guardados: changes.length, message: `Se guardaron ${changes.length} códigos.` };
  });
  return { figures, mapping, save, all: [figures, mapping, save] };
}
