import { z } from 'zod';
import type { CatalogDefinition } from '../catalogs.ts';
import { manyOptionsSchema, optionSchema } from '../fields/catalog-option.ts';
import { oncePerDeclaration } from '../once.ts';
import { defineCall, type RowOf } from './define-call.ts';
import { chosenIdSchema, versionSchema } from './ids.ts';
import { listQuery } from './list-query.ts';
import { messageOnly, withMessage } from './messages.ts';

const read = { permission: 'catalogs.read', tag: 'opciones' } as const;
const write = { permission: 'catalogs.write', tag: 'opciones' } as const;

const manyReport = messageOnly.extend({ agregados: z.array(z.string()), existentes: z.array(z.string()) });
export type ManyReport = Omit<z.output<typeof manyReport>, 'message'>;

export const catalogCalls = oncePerDeclaration((catalog: CatalogDefinition) => {
  const url = `/api/${catalog.key}` as const;
  const value = catalog.kind === 'number' ? z.number() : z.string();
  // The name of this field is only known at run time; the type covers the others.
  const option: Record<never, never> = { [catalog.field]: value };
  const stored = z.object({ _id: z.string(), version: z.number(), ...option });
  const body: z.ZodObject<Record<never, never>> = optionSchema(catalog);

  return {
    list: defineCall({
      ...read,
      method: 'GET',
      path: url,
      query: listQuery({ sortable: [catalog.field], filters: {} }),
      rows: stored,
    }),
    create: defineCall({
      ...write,
      method: 'POST',
      path: url,
      body: body.extend({ _id: chosenIdSchema }),
      status: 201,
      answer: withMessage(stored),
    }),
    createMany: defineCall({
      ...write,
      method: 'POST',
      path: `${url}/varios`,
      body: manyOptionsSchema(catalog),
      answer: manyReport,
    }),
    replace: defineCall({
      ...write,
      method: 'PUT',
      path: `${url}/:id`,
      body: body.extend({ version: versionSchema }),
      answer: withMessage(stored),
    }),
    remove: defineCall({ ...write, method: 'DELETE', path: `${url}/:id`, answer: messageOnly }),
  };
});
export type Option = RowOf<ReturnType<typeof catalogCalls>['list']> & Record<string, unknown>;
export type SavedOption = Option & { message: string };
