import { queryOptions } from '@tanstack/react-query';
import { catalogCalls, type ManyReport, type Option } from '#domain/calls/catalogs.ts';
import type { CallInput } from '#domain/calls/define-call.ts';
import type { CatalogDefinition } from '#domain/catalogs.ts';
import { MAX_LINES } from '#domain/fields/catalog-option.ts';
import { call, callQuery } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';

type ListAsk = NonNullable<CallInput<ReturnType<typeof catalogCalls>['list']>['query']>;

/** The value of an option, which is in the catalogue's own field. */
export const optionText = ({ field }: CatalogDefinition, option: Record<string, unknown>): string =>
  String(option[field] ?? '');

/** A page of a catalogue. The key starts like that of the forms' options, so that a write invalidates both. */
export const optionPage = (catalog: CatalogDefinition, query: ListAsk) =>
  callQuery(catalogCalls(catalog).list, { query }, { family: ['catalog', catalog.key], what: catalog.title });

export const optionCount = (catalog: CatalogDefinition) =>
  queryOptions({ ...optionPage(catalog, { limit: 1 }), select: ({ total }) => total });

type Body = Record<string, unknown>;

/** `_id` is generated on the device, so that repeating the request is harmless. */
export const createOption = (catalog: CatalogDefinition, _id: string, body: Body) =>
  call(catalogCalls(catalog).create, { body: { ...body, _id } });

/** `version` is the one on which the form is based. */
export const replaceOption = (catalog: CatalogDefinition, { _id, version }: Option, body: Body) =>
  call(catalogCalls(catalog).replace, { params: { id: _id }, body: { ...body, version } });

export const removeOption = (catalog: CatalogDefinition, { _id }: Option) =>
  call(catalogCalls(catalog).remove, { params: { id: _id } });

/** Adds many options, in several requests if necessary; existing ones stay unchanged. */
export async function createMany(catalog: CatalogDefinition, lines: readonly string[]): Promise<ManyReport> {
  const report: ManyReport = { agregados: [], existentes: [] };
  for (let start = 0; start < lines.length; start += MAX_LINES) {
    const lineas = lines.slice(start, start + MAX_LINES);
    const { agregados, existentes } = await call(catalogCalls(catalog).createMany, { body: { lineas } });
    report.agregados.push(...agregados);
    report.existentes.push(...existentes);
  }
  return report;
}

/** Invalidates the list and the options of the forms. */
export const refreshCatalog = ({ key }: CatalogDefinition) =>
  queryClient.invalidateQueries({ queryKey: ['catalog', key] });
