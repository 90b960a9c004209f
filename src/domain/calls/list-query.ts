import { z } from 'zod';
import { cleanedText, DEFAULT_MAX_LENGTH } from '../bounded.ts';
import { isCalendarDate } from '../calendar.ts';

const whole = (message: string, min: number, max: number) =>
  z
    .string({ error: message })
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .optional();

const day = (name: string) =>
  z
    .string({ error: `${name} debe ser una fecha (AAAA-MM-DD)` })
    .refine((value) => value === '' || isCalendarDate(value), `${name} debe ser una fecha (AAAA-MM-DD)`)
    .transform((value) => value || undefined)
    .optional();

const shortText = (name: string) => {
  const tooLong = `${name} no debe tener más de ${DEFAULT_MAX_LENGTH} caracteres`;
  return cleanedText({ notText: `${name} debe ser un texto`, tooLong }).optional();
};

/** Fields that are compared exactly. */
export const filterQuerySchema = <const Name extends string>(names: readonly Name[]) =>
  z.object(
    Object.fromEntries(names.map((name) => [name, shortText(name)])) as Record<Name, ReturnType<typeof shortText>>,
  );

/**
 * The optional query of every list: paging, order, search and filters.
 * @param sortable fields by which it can be sorted, `-field` for descending
 * @param filters fields that are compared exactly
 */
export function listQuerySchema<const Filter extends string = never>(
  sortable: readonly string[],
  filters: readonly Filter[] = [],
) {
  const sort = z
    .string({ error: 'sort debe ser un texto' })
    .transform((value, context) => {
      const descending = value.startsWith('-');
      const field = descending ? value.slice(1) : value;
      if (sortable.includes(field)) return { field, descending };
      context.addIssue({ code: 'custom', message: 'No se puede ordenar por este campo', input: value });
      return z.NEVER;
    })
    .optional();
  return z.object({
    limit: whole('limit debe ser un número entero de 1 a 1000', 1, 1000),
    offset: whole('offset debe ser un número entero desde 0', 0, 999_999_999),
    sort,
    q: shortText('q'),
    desde: day('desde'),
    hasta: day('hasta'),
    ...filterQuerySchema(filters).shape,
  });
}

/** The query of some list, whatever it is narrowed by. */
export type ListQuerySchema = z.ZodObject<ReturnType<typeof listQuerySchema<never>>['shape']>;

export type ListQuery = Record<string, unknown> & {
  limit?: number | undefined;
  offset?: number | undefined;
  sort?: { field: string; descending: boolean } | undefined;
  q?: string | undefined;
  desde?: string | undefined;
  hasta?: string | undefined;
};
