import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ExchangeContext, ExchangedBooklet } from '#domain/exchange/exchanged-booklet.ts';
import type { ResourceType } from '#domain/exchange/resource-types.ts';
import { resourcesOf } from '#domain/exchange/resources-of.ts';
import type { Db } from '#server/db/connect.ts';
import { type PersonRef, readEstablishments, readExchanged } from '#server/modules/fhir/read-booklets.ts';
import type { FileWriter } from './file-writer.ts';
import type { StoredExport } from './stored-export.ts';

export interface ReadBatch {
  readonly booklets: readonly ExchangedBooklet[];
  readonly establishments: ExchangeContext['establishments'];
}

export async function readBatch(db: Db, people: readonly PersonRef[]): Promise<ReadBatch> {
  const booklets = await readExchanged(db, people);
  return { booklets, establishments: await readEstablishments(db, booklets) };
}

/** Writes the resources of booklets into the files of their types. */
export async function composeBatch(
  { base, sistemas, tipos }: StoredExport,
  { booklets, establishments }: ReadBatch,
  writer: FileWriter,
): Promise<void> {
  const wanted: ReadonlySet<ResourceType> = new Set(tipos);
  const context = { base, systems: sistemas, establishments };
  for (const booklet of booklets) {
    for (const resource of resourcesOf(booklet, context))
      if (wanted.has(resource.resourceType)) writer.add(resource.resourceType, resource);
    // Requests are answered between two booklets.
    await yieldToEventLoop();
  }
}
