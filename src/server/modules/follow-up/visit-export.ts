import { exportCells } from '#domain/exports/columns.ts';
import { VISIT_COLUMNS, VISITS } from '#domain/exports/visit-columns.ts';
import { mapListing } from '#server/lists/listing.ts';
import type { ExportSource } from '#server/modules/exports/export-routes.ts';
import type { ChildToVisit, FollowUpRepository } from './follow-up-repository.ts';

export function visitExport(repository: FollowUpRepository): ExportSource {
  const cells = (row: ChildToVisit) => {
    const motivos = repository.motivosOf(row);
    const { nombre, apellido } = row.responsable;
    return exportCells(VISIT_COLUMNS, {
      ...row,
      proximaHemoglobina: repository.proximaHemoglobinaOf(row),
      motivos: motivos.map(({ texto }) => texto).join(' '),
      desde: motivos.map(({ desde }) => desde).sort()[0],
      responsable: `${nombre} ${apellido}`,
    });
  };
  return {
    list: VISITS,
    columns: VISIT_COLUMNS,
    listing: (actor, query) => mapListing(repository.visits(actor, query), cells),
  };
}
