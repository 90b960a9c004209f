import { and, asc, eq, inArray } from 'drizzle-orm';
import type { ExchangeContext, ExchangedBooklet } from '#domain/exchange/exchanged-booklet.ts';
import { provenanceOf } from '#domain/exchange/provenance.ts';
import type { Provenance, Resource } from '#domain/exchange/r4.ts';
import type { ResourceType } from '#domain/exchange/resource-types.ts';
import { IMMUNIZATIONS, resourcesOf } from '#domain/exchange/resources-of.ts';
import { numberedId } from '#domain/uuid.ts';
import type { Reader } from '#server/calls/reader.ts';
import type { Db } from '#server/db/connect.ts';
import { journal, usuario } from '#server/db/schema.ts';
import { isPractitioner } from './is-practitioner.ts';
import { type PersonRef, readEstablishments, readExchanged } from './read-booklets.ts';

/** Who recorded, by the journal; without the entries of programs and of accounts that no longer exist. */
async function authorsOf(db: Db, people: readonly string[]) {
  const rows = await db
    .select({
      ...{ seq: journal.seq, at: journal.at, accion: journal.action, registro: journal.about, persona: journal.person },
      autor: {
        ...{ _id: usuario._id, nombre: usuario.nombre, apellido: usuario.apellido },
        esPractitioner: isPractitioner(db),
      },
    })
    .from(journal)
    .innerJoin(usuario, eq(usuario._id, journal.actor))
    .where(and(inArray(journal.person, [...people]), inArray(journal.action, ['crear', 'editar', 'restaurar'])))
    .orderBy(asc(journal.seq));
  const authors = new Map<string | null, typeof rows>();
  for (const row of rows) authors.set(row.persona, [...(authors.get(row.persona) ?? []), row]);
  return authors;
}

/** Made with everything but the establishments, which differ from page to page; for a reader who sees these places. */
export type BaseContext = Omit<ExchangeContext, 'establishments'> & Pick<Reader, 'places'>;

/** The record types that resources of a type are made from; not given if it may be all. */
const MADE_FROM: Readonly<Record<string, readonly string[] | undefined>> = {
  ...{ Patient: [], RelatedPerson: [], Immunization: IMMUNIZATIONS },
} satisfies Partial<Record<ResourceType, readonly string[]>>;

/** @returns undefined for all */
function recordsFor(types: ReadonlySet<string>): string[] | undefined {
  const keys = [...types].map((type) => MADE_FROM[type]);
  return keys.includes(undefined) ? undefined : keys.flatMap((some) => some ?? []);
}

/** The resources of booklets of the given types, by person. */
export async function readResources(
  db: Db,
  refs: readonly PersonRef[],
  types: ReadonlySet<string>,
  context: BaseContext,
): Promise<Map<string, Resource[]>> {
  const booklets = await readExchanged(db, refs, { places: context.places, only: recordsFor(types) });
  const whole: ExchangeContext = { ...context, establishments: await readEstablishments(db, booklets) };
  const authors = types.has('Provenance') ? await authorsOf(db, idsOf(booklets)) : null;
  return new Map(
    booklets.map((booklet) => {
      const id = String(booklet.persona._id);
      // A Provenance names resources of any type.
      const resources = resourcesOf(booklet, whole, authors ? undefined : types);
      const provenances: Provenance[] = (authors?.get(id) ?? []).flatMap(({ seq, at, accion, registro, autor }) => {
        const entry = { id: numberedId(seq), momento: at.toISOString(), accion, registro: String(registro), autor };
        return provenanceOf(entry, resources) ?? [];
      });
      return [id, [...resources, ...provenances].filter(({ resourceType }) => types.has(resourceType))];
    }),
  );
}

const idsOf = (booklets: readonly ExchangedBooklet[]) => booklets.map(({ persona }) => String(persona._id));
