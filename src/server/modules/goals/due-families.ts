import { eq, inArray } from 'drizzle-orm';
import { type Family, familyOfChild, familyOfWoman } from '#domain/goals/family.ts';
import type { Db } from '#server/db/connect.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import {
  anemia,
  control,
  controlmujer,
  custodianOf,
  etmi,
  mujer,
  nino,
  tamizaje,
  usuario,
  vacuna,
  vacunamujer,
} from '#server/db/schema.ts';

const shownOf = (table: typeof nino | typeof mujer) => ({
  _id: table._id,
  cedula: table.cedula,
  nombres: table.nombres,
  apellidos: table.apellidos,
  provincia: table.provincia,
  canton: table.canton,
  celular: table.celular,
});

const RESPONSIBLE = { _id: usuario._id, nombre: usuario.nombre, apellido: usuario.apellido };

const OF_CHILD = {
  control: jsonRows({ fecha: control.fecha }, control, eq(control.parentId, nino._id)),
  vacuna: jsonRows(
    { tipovacuna: vacuna.tipovacuna, dosis: vacuna.dosis, fechaaplicacion: vacuna.fechaaplicacion },
    vacuna,
    eq(vacuna.parentId, nino._id),
  ),
  anemia: jsonRows({ fechaaplicacion: anemia.fechaaplicacion }, anemia, eq(anemia.parentId, nino._id)),
  tamizaje: jsonRows({ fechaaplicacion: tamizaje.fechaaplicacion }, tamizaje, eq(tamizaje.parentId, nino._id)),
};

const OF_WOMAN = {
  controlmujer: jsonRows(
    { fechaatencion: controlmujer.fechaatencion },
    controlmujer,
    eq(controlmujer.parentId, mujer._id),
  ),
  vacunamujer: jsonRows(
    {
      tipo: vacunamujer.tipo,
      nombrevacuna: vacunamujer.nombrevacuna,
      dosis: vacunamujer.dosis,
      fechaaplicacion: vacunamujer.fechaaplicacion,
    },
    vacunamujer,
    eq(vacunamujer.parentId, mujer._id),
  ),
  etmi: jsonRows(
    { fechaRealizacion: etmi.fechaRealizacion, semanaGestacion: etmi.semanaGestacion, orden: etmi.orden },
    etmi,
    eq(etmi.parentId, mujer._id),
  ),
};

async function children(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({
      shown: shownOf(nino),
      responsable: RESPONSIBLE,
      birth: nino.fechanacimiento,
      registered: nino.fechaRegistro,
      ...OF_CHILD,
    })
    .from(nino)
    .innerJoin(usuario, eq(usuario._id, custodianOf(nino)))
    .where(inArray(nino._id, [...ids]));
  return rows.map(({ shown, responsable, birth, registered, ...records }) => ({
    shown: { ...shown, responsable, tipo: 'nino' as const },
    family: familyOfChild({ fechanacimiento: birth, fechaRegistro: registered.toISOString() }, records),
  }));
}

async function women(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({ shown: shownOf(mujer), responsable: RESPONSIBLE, ...OF_WOMAN })
    .from(mujer)
    .innerJoin(usuario, eq(usuario._id, custodianOf(mujer)))
    .where(inArray(mujer._id, [...ids]));
  return rows.map(({ shown, responsable, ...records }) => ({
    shown: { ...shown, responsable, tipo: 'mujer' as const },
    family: familyOfWoman(records),
  }));
}

type Shown = Awaited<ReturnType<typeof children | typeof women>>[number]['shown'];

/** The families of some women and children by id, with what their goals are judged by. */
export async function familiesOf(
  db: Db,
  people: readonly { readonly tipo: string; readonly id: string }[],
): Promise<ReadonlyMap<string, { shown: Shown; family: Family }>> {
  const idsOf = (tipo: string) => [...new Set(people.filter((one) => one.tipo === tipo).map(({ id }) => id))];
  const [childIds, womanIds] = [idsOf('nino'), idsOf('mujer')];
  const rows = [
    ...(childIds.length > 0 ? await children(db, childIds) : []),
    ...(womanIds.length > 0 ? await women(db, womanIds) : []),
  ];
  return new Map(rows.map((row) => [row.shown._id, row]));
}
