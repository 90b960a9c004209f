import { z } from 'zod';

const ABOUT_TEXT = ['format', 'pattern', 'contentEncoding', '$schema'] as const;

/** The schema of an answer as JSON Schema, as far as serialization needs it: its fields and their types. */
export const serializationSchema = (schema: z.ZodType) =>
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
