import { asc, count, desc, eq, gt } from 'drizzle-orm';
import { malnutritionStatus, type StatusInput } from '#domain/growth/malnutrition.ts';
import type { Db } from '#server/db/connect.ts';
import type { RecordTable } from '#server/db/record-table.ts';
import { control, nino, vacuna } from '#server/db/schema.ts';

interface LatestControl extends StatusInput {
  fecha: string;
}

/** The columns of a control that the status reads; the schema builds them from the declaration. */
const controls = control as unknown as typeof control &
  Record<'fecha' | 'edad' | 'peso' | 'longitud', RecordTable['_id']>;

/** Computes the malnutrition status from the latest control (by fecha, ties: registered last) and keeps it on the child. */
export async function refreshChildStatus(db: Db, ninoId: string): Promise<void> {
  const { fecha, edad, peso, longitud } = controls;
  const [latest] = (await db
    .select({ fecha, edad, peso, longitud })
    .from(control)
    .where(eq(control.parentId, ninoId))
    .orderBy(desc(fecha), desc(control.fechaRegistro), desc(control.orden))
    .limit(1)) as unknown as LatestControl[];
  await db
    .update(nino)
    .set({
      estado: malnutritionStatus(latest ?? null),
      controlFecha: latest?.fecha ?? null,
      controlEdad: latest?.edad ?? null,
      controlPeso: latest?.peso ?? null,
      controlLongitud: latest?.longitud ?? null,
    })
    .where(eq(nino._id, ninoId));
}

/** Counts the child's vaccines anew and keeps the number on the child. */
export async function refreshVaccineCount(db: Db, ninoId: string): Promise<void> {
  const [counted] = await db.select({ vacunas: count() }).from(vacuna).where(eq(vacuna.parentId, ninoId));
  await db
    .update(nino)
    .set({ vacunas: counted?.vacunas ?? 0 })
    .where(eq(nino._id, ninoId));
}

const BATCH = 500;

/** Recomputes what is kept on every child: the status, after the rule has changed, and the number of vaccines. @returns how many children were visited. */
export async function refreshEveryStatus(db: Db): Promise<number> {
  let visited = 0;
  for (let last = 0; ; ) {
    const children = await db
      .select({ id: nino._id, orden: nino.orden })
      .from(nino)
      .where(gt(nino.orden, last))
      .orderBy(asc(nino.orden))
      .limit(BATCH);
    for (const { id } of children) {
      await refreshChildStatus(db, id);
      await refreshVaccineCount(db, id);
    }
    visited += children.length;
    const end = children.at(-1);
    if (!end || children.length < BATCH) return visited;
    last = end.orden;
  }
}
