import { LOCALE } from '#domain/calendar.ts';
import { catalogCalls } from '#domain/calls/catalogs.ts';
import { CATALOGS, type CatalogDefinition } from '#domain/catalogs.ts';
import { AppError } from '#domain/errors.ts';
import { manyOptionsSchema } from '#domain/fields/catalog-option.ts';
import { newId } from '#domain/new-id.ts';
import { foldText, searchFor } from '#domain/text.ts';
import { answering } from './answering.ts';

const collator = new Intl.Collator(LOCALE, { numeric: true });

/** A fake option list with the order and refusals of the server. */
export function fakeOptions(catalog: CatalogDefinition, values: readonly string[] = catalog.defaults) {
  const { field, kind, entity } = catalog;
  const calls = catalogCalls(catalog);
  let options = values.map((text) => ({ _id: newId(), version: 1, text }));
  const wire = ({ text, ...beside }: (typeof options)[number]) => ({
    ...beside,
    [field]: kind === 'number' ? Number(text) : text,
  });
  const textIn = (body: object) => String(new Map<string, unknown>(Object.entries(body)).get(field));
  const message = (participle: string) => `La información de ${entity} ha sido ${participle} correctamente.`;
  const refuseTwice = (text: string, id: unknown) => {
    if (options.some((option) => foldText(option.text) === foldText(text) && option._id !== id))
      throw new AppError('conflict', { problems: [{ msg: 'Esta opción ya existe en la lista', path: field }] });
  };

  const list = answering(calls.list, ({ query = {} }) => {
    const matches = searchFor(String(query.q ?? ''));
    const matching = options
      .filter(({ text }) => matches(foldText(text)))
      .toSorted((a, b) => collator.compare(a.text, b.text));
    const start = Number(query.offset ?? 0);
    return { rows: matching.slice(start, start + Number(query.limit ?? 1000)).map(wire), total: matching.length };
  });
  const create = answering(calls.create, ({ body = {} }) => {
    const added = { _id: String(body._id), version: 1, text: textIn(body) };
    refuseTwice(added.text, added._id);
    options = [...options, added];
    return { ...wire(added), message: message('guardada') };
  });
  const createMany = answering(calls.createMany, ({ body }) => {
    const { lineas } = manyOptionsSchema(catalog).parse(body);
    const existing = new Set(options.map(({ text }) => foldText(text)));
    const exists = (text: string) => existing.has(foldText(text));
    const agregados = lineas.filter((text) => !exists(text));
    options = [...options, ...agregados.map((text) => ({ _id: newId(), version: 1, text }))];
    return { agregados, existentes: lineas.filter(exists), message: '' };
  });
  const replace = answering(calls.replace, ({ params: { id }, body = {} }) => {
    const changed = { _id: id, version: Number(body.version) + 1, text: textIn(body) };
    refuseTwice(changed.text, id);
    options = options.map((option) => (option._id === id ? changed : option));
    return { ...wire(changed), message: message('actualizada') };
  });
  const remove = answering(calls.remove, ({ params: { id } }) => {
    options = options.filter(({ _id }) => _id !== id);
    return { message: message('eliminada') };
  });
  return { list, create, createMany, replace, remove, all: [createMany, list, create, replace, remove] };
}

/** All eleven lists with their defaults. */
export const allOptions = () => Object.values(CATALOGS).flatMap((catalog) => fakeOptions(catalog).all);
