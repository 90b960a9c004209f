import { catalogCalls } from '#domain/calls/catalogs.ts';
import { CATALOGS, type CatalogDefinition } from '#domain/catalogs.ts';
import { call } from '#web/lib/call.ts';
import type { OptionSource } from './booklet-source.ts';

export const remoteOptions: OptionSource = {
  async options(key, reading) {
    const catalog: CatalogDefinition = CATALOGS[key];
    const { rows } = await call(catalogCalls(catalog).list, {}, reading);
    return rows.map((row: Record<string, unknown>) => String(row[catalog.field] ?? '')).filter(Boolean);
  },
};
