import { z } from 'zod';
import { boundedText, lengthLimitedText } from '../bounded.ts';
import { cleanText, spaced } from '../text.ts';
import { belongsToOuter, dayFilter, type FilterKind, textFilter } from './filter-kinds.ts';

/** All problems have the message of the filter's kind; a blank value is no filter. */
function filterSchema<T>(name: string, { wrong, tooLong = wrong, read }: FilterKind<T>) {
  const [notText, long] = [`${name} ${wrong}`, `${name} ${tooLong}`];
  return boundedText({ notText, tooLong: long })
    .transform((value) => cleanText(spaced(value)))
    .pipe(lengthLimitedText({ notText, tooLong: long }))
    .transform((text, context): T | undefined => {
      const value = text === '' ? undefined : read(text);
      if (value !== undefined || text === '') return value;
      context.addIssue({ code: 'custom', message: notText, input: text });
      return z.NEVER;
    })
    .optional();
}

export type Filters = Readonly<Record<string, FilterKind>>;
type FilterShape<F extends Filters> = {
  [N in keyof F]: ReturnType<typeof filterSchema<F[N] extends FilterKind<infer T> ? T : never>>;
};

const filterShape = <F extends Filters>(filters: F) =>
  Object.fromEntries(Object.entries(filters).map(([name, kind]) => [name, filterSchema(name, kind)])) as FilterShape<F>;

function queryOf<S extends z.ZodRawShape>(query: z.ZodObject<S>, filters: Filters): z.ZodObject<S> {
  const pairs = Object.entries(filters).flatMap(([name, { within }]) =>
    within && within.filter in filters ? [{ name, within }] : [],
  );
  return pairs.reduce((narrowed, { name, within }) => {
    return narrowed.refine(
      (values: Record<string, unknown>) => belongsToOuter(within, values[name], values[within.filter]),
      {
        path: [name],
        error: within.message,
        // The check runs even if other fields have problems, so that one answer names all of them.
        when: ({ issues }) => !issues.some(({ path }) => path?.[0] === name || path?.[0] === within.filter),
      },
    );
  }, query);
}

export const filterQuery = <F extends Filters>(filters: F) => queryOf(z.object(filterShape(filters)), filters);

/** Refuses other parameters, for answers that nobody looks at before they are used: a filter that is left out would give other rows. */
export const strictFilterQuery = <F extends Filters>(filters: F) => {
  const error = `Solo se admiten los parámetros ${Object.keys(filters).join(', ')}.`;
  const query = z.strictObject(filterShape(filters), {
    error: ({ code }) => (code === 'unrecognized_keys' ? error : undefined),
  });
  return queryOf(query, filters);
};

export const wholeNumber = (message: string, min: number, max: number) =>
  z
    .string({ error: message })
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .optional();

const paging = {
  limit: wholeNumber('limit debe ser un número entero de 1 a 1000', 1, 1000),
  offset: wholeNumber('offset debe ser un número entero de 0 a 999999999', 0, 999_999_999),
};

function sortSchema(sortable: readonly string[]) {
  return z
    .string({ error: 'sort debe ser un texto' })
    .transform((value, context) => {
      const descending = value.startsWith('-');
      const field = descending ? value.slice(1) : value;
      if (sortable.includes(field)) return { field, descending };
      context.addIssue({ code: 'custom', message: 'No se puede ordenar por este campo', input: value });
      return z.NEVER;
    })
    .optional();
}

export interface ListOptions<F extends Filters = Filters> {
  readonly sortable: readonly string[];
  readonly filters: F;
}

const COMMON_FILTERS = { q: textFilter, desde: dayFilter, hasta: dayFilter };

export function wholeListQuery<F extends Filters>({ sortable, filters }: ListOptions<F>) {
  return queryOf(
    z.object({ sort: sortSchema(sortable), ...filterShape(COMMON_FILTERS), ...filterShape(filters) }),
    filters,
  );
}

export const pagedFilterQuery = <F extends Filters>(filters: F) => filterQuery(filters).extend(paging);

export const listQuery = <F extends Filters>(ask: ListOptions<F>) => wholeListQuery(ask).extend(paging);

export type ListQuery = Record<string, unknown> & {
  limit?: number | undefined;
  offset?: number | undefined;
  sort?: { field: string; descending: boolean } | undefined;
  q?: string | undefined;
  desde?: string | undefined;
  hasta?: string | undefined;
};
