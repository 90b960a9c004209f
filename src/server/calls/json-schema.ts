import { z } from 'zod';

/** What only says more about a text than that it is one: an answer is written, not checked, by its schema. */
const ABOUT_TEXT = ['format', 'pattern', 'contentEncoding', '$schema'] as const;

/** The schema of an answer as JSON Schema, as far as writing it as JSON asks for: what is there, and of which type. */
export const writtenAs = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      for (const name of ABOUT_TEXT) delete jsonSchema[name];
      const [either, or] = jsonSchema.anyOf ?? [];
      if (jsonSchema.anyOf?.length !== 2 || !either || or?.type !== 'null') return;
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, either, { nullable: true });
    },
  });
