import { z as zod } from 'zod';

/** Key under which an object schema stores the place of its `z.object` call: a line of the stack. */
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
