import { z as zod } from 'zod';

/** Under it a schema of an object keeps where it was written: the line of a stack, of whoever called `z.object`. */
export const WRITTEN_AT = Symbol.for('written at');

/** @public What the sources are given in place of the real one. */
export const z = {
  ...zod,
  object: (...declared) => {
    const schema = zod.object(...declared);
    Object.defineProperty(schema, WRITTEN_AT, { value: new Error().stack.split('\n')[2] });
    return schema;
  },
};
