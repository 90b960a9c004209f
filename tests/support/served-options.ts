import { listAltitudes } from '#domain/calls/altitudes.ts';
import { catalogCalls } from '#domain/calls/catalogs.ts';
import { CATALOGS, type CatalogDefinition, type CatalogKey } from '#domain/catalogs.ts';
import { CANTON_ALTITUDES } from '#domain/haemoglobin/canton-altitudes.ts';
import { answering, type Fake } from './answering.ts';

/** Fakes of every option list, with defaults or the given values. */
export function servedOptions(options: Partial<Record<CatalogKey, readonly string[]>> = {}): Fake[] {
  return Object.values<CatalogDefinition>(CATALOGS).map((catalog) => {
    const rows = (options[catalog.key as CatalogKey] ?? catalog.defaults).map((option, index) => ({
      _id: `${catalog.key}-${index}`,
      version: 1,
      [catalog.field]: catalog.kind === 'number' ? Number(option) : option,
    }));
    return answering(catalogCalls(catalog).list, () => ({ rows, total: rows.length }));
  });
}

export const servedAltitudes = () =>
  answering(listAltitudes, () => ({
    tabla: '2024' as const,
    cantones: Object.entries(CANTON_ALTITUDES).flatMap(([provincia, cantons]) =>
      Object.entries(cantons).map(([canton, altitud]) => ({ provincia, canton, altitud })),
    ),
  }));
