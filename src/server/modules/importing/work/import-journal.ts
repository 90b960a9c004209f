import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { note } from '#server/journal/entries.ts';
import type { StoredImport } from '#server/modules/importing/rules/import-rules.ts';

/** Acts for the account that began the writing; supervisors see every booklet. */
export const importActor = ({ escribe, por, origen }: StoredImport): Actor => ({
  ...{ id: escribe ?? por, cedula: '', roles: ['ROLE_SUPERVISOR'], session: null },
  origin: origen?.request
    ? { request: origen.request, address: origen.address ?? '', device: origen.device ?? '' }
    : null,
});

export const importedFrom = ({ archivo }: StoredImport, fila: number) => ({ importado: `${archivo}, fila ${fila}` });

export const undoneFrom = ({ archivo }: StoredImport, fila: number) => ({ deshecho: `${archivo}, fila ${fila}` });

/** Notes what an import that ends or is stopped has written so far. */
export async function noteWritten(inside: Db, stored: StoredImport): Promise<void> {
  const { _id, estado, archivo, creadas, cambiadas } = stored;
  if (estado !== 'importando' || creadas + cambiadas === 0) return;
  const after = { archivo, creadas, cambiadas };
  await note(inside, importActor(stored), { action: 'importar', kind: 'importacion', about: _id, after });
}
