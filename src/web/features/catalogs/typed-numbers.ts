import { z } from 'zod';
import { typedNumber } from '#web/ui/fields/typed-number.ts';

/** A schema for the inputs of a form in which these whole numbers are typed, also with points between thousands. */
export const withTypedNumbers = <T>(schema: z.ZodType<T>, names: readonly string[]): z.ZodType<T> =>
  z.preprocess((inputs) => {
    const typed = Object.entries(inputs as Record<string, unknown>);
    return Object.fromEntries(
      typed.map(([name, text]) => [name, names.includes(name) ? (typedNumber(String(text), true) ?? '') : text]),
    );
  }, schema);
