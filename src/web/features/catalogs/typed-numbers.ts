import { z } from 'zod';
import { typedNumber } from '#web/ui/fields/typed-number.ts';

const WITH_THOUSANDS = /^\d{1,3}(\.\d{3})+$/;

/** A whole number, also with points between thousands, as screens show it. */
const typedWhole = (text: string) => typedNumber(WITH_THOUSANDS.test(text.trim()) ? text.replaceAll('.', '') : text);

/** A schema for the inputs of a form in which these whole numbers are typed; a comma or a point begins decimals. */
export const withTypedNumbers = <T>(schema: z.ZodType<T>, names: readonly string[]): z.ZodType<T> =>
  z.preprocess((inputs) => {
    const typed = Object.entries(inputs as Record<string, unknown>);
    return Object.fromEntries(
      typed.map(([name, text]) => [name, names.includes(name) ? (typedWhole(String(text)) ?? '') : text]),
    );
  }, schema);
