import { z } from 'zod';
import type { Values } from '../fields/index.ts';
import { problemsOf, type RecordDefinition } from '../records/define-record.ts';

/** One schema for the envelope (ids, version) and the fields, so that one answer names all problems. */
export function recordBody<E extends z.ZodRawShape>(definition: RecordDefinition, envelope: E) {
  const envelopeSchema = z.object(envelope);
  const rule = z.unknown().transform((input, context) => {
    const fields = definition.schema.safeParse(input);
    const extra = envelopeSchema.safeParse(typeof input === 'object' && input !== null ? input : {});
    for (const result of [extra, fields])
      for (const { msg, path } of result.success ? [] : problemsOf(result.error))
        context.addIssue({ code: 'custom', message: msg, path: path ? path.split('.') : [], input });
    if (!fields.success || !extra.success) return z.NEVER;
    return { values: fields.data, ...extra.data };
  });
  const documented = rule.meta({
    type: 'object',
    // A getter, because only the API documentation needs it.
    get properties() {
      const schemas = [definition.schema, envelopeSchema].map((schema) => z.toJSONSchema(schema, { io: 'input' }));
      return Object.assign({}, ...schemas.map((schema) => schema.properties));
    },
    examples: [definition.example],
  });
  return documented as z.ZodType<
    { values: Values } & z.output<z.ZodObject<E>>,
    Record<string, unknown> & z.input<z.ZodObject<E>>
  >;
}
