import { queryOptions } from '@tanstack/react-query';
import { MOST_LINES } from '#domain/catalog-option.ts';
import type { CatalogDefinition } from '#domain/catalogs.ts';
import { api } from '#web/lib/api-client.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { ListRequest } from '#web/lib/record-api.ts';

/** One option; its value stands under the catalog's `field`. */
export interface Option extends Record<string, unknown> {
  _id: string;
  version: number;
}

export type SavedOption = Option & { message: string };

const url = ({ key }: CatalogDefinition, id?: string) => (id ? `/api/${key}/${encodeURIComponent(id)}` : `/api/${key}`);

export const optionText = ({ field }: CatalogDefinition, option: Option): string => String(option[field] ?? '');

/** One page of a list. The keys begin as those of the forms' options, so that a write renews both. */
export function optionPage(catalog: CatalogDefinition, request: ListRequest) {
  return queryOptions({
    queryKey: ['catalog', catalog.key, 'page', request],
    meta: { what: catalog.title },
    queryFn: ({ signal }) => api.page<Option>(url(catalog), { query: { ...request }, signal }),
  });
}

/** How many options a list holds. */
export function optionCount(catalog: CatalogDefinition) {
  return queryOptions({
    queryKey: ['catalog', catalog.key, 'count'],
    meta: { what: catalog.title },
    queryFn: async ({ signal }) => (await api.page<Option>(url(catalog), { query: { limit: 1 }, signal })).total,
  });
}

type Body = Record<string, unknown>;

/** `_id` is made on the device, so that sending it twice is harmless. */
export const createOption = (catalog: CatalogDefinition, _id: string, body: Body) =>
  api.post<SavedOption>(url(catalog), { ...body, _id });

/** `version` is that of the option the form started from. */
export const replaceOption = (catalog: CatalogDefinition, { _id, version }: Option, body: Body) =>
  api.put<SavedOption>(url(catalog, _id), { ...body, version });

export const removeOption = (catalog: CatalogDefinition, { _id }: Option) =>
  api.delete<{ message: string }>(url(catalog, _id));

export interface ManyReport {
  agregados: string[];
  existentes: string[];
}

/** Adds many at once, in as many requests as it takes; what was already there is left as it is. */
export async function createMany(catalog: CatalogDefinition, lines: readonly string[]): Promise<ManyReport> {
  const report: ManyReport = { agregados: [], existentes: [] };
  for (let start = 0; start < lines.length; start += MOST_LINES) {
    const lineas = lines.slice(start, start + MOST_LINES);
    const { agregados, existentes } = await api.post<ManyReport>(`${url(catalog)}/varios`, { lineas });
    report.agregados.push(...agregados);
    report.existentes.push(...existentes);
  }
  return report;
}

/** After a write: the list is asked for again, here and in the forms. */
export const refreshCatalog = ({ key }: CatalogDefinition) =>
  queryClient.invalidateQueries({ queryKey: ['catalog', key] });
