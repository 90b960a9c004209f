import { getTableColumns } from 'drizzle-orm';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { recordTable } from '#server/db/record-tables.ts';

type Row = Record<string, unknown>;

/** The columns that are read of a record type and the shape in which it is sent, both equal to the application's. */
export interface Wire {
  readonly columns: string;
  send(row: Row): Row;
}

export function wireOf(definition: RecordDefinition): Wire {
  const { key, fieldNames, derived = {}, parent, nest } = definition;
  const columns = getTableColumns(recordTable(key)) as Record<string, { name: string }>;
  const names = [...fieldNames, ...Object.keys(derived)];
  const selected = [...names, 'version', ...(parent ? ['parentId'] : [])];
  const inner = names.filter((name) => nest?.fields.includes(name));
  const outer = names.filter((name) => !nest?.fields.includes(name));
  return {
    columns: [
      `r._id, r.fecha_registro as "fechaRegistro"`,
      ...selected.map((name) => `r."${columns[name]?.name}" as "${name}"`),
      `u._id as "creatorId", u.nombre as "creatorNombre", u.apellido as "creatorApellido", u.cedula as "creatorCedula"`,
    ].join(', '),
    send(row) {
      const sent: Row = { _id: row._id, version: row.version };
      for (const name of outer) sent[name] = row[name];
      if (nest) {
        const item: Row = {};
        for (const name of inner) item[name] = row[name];
        sent[nest.key] = [item];
      }
      if (parent) sent[parent.field] = row.parentId;
      sent.fechaRegistro = row.fechaRegistro;
      sent.createdBy = {
        _id: row.creatorId,
        nombre: row.creatorNombre,
        apellido: row.creatorApellido,
        cedula: row.creatorCedula,
      };
      return sent;
    },
  };
}
