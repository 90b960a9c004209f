import type { Resource } from '#domain/exchange/r4.ts';
import type { AnyResource } from '#domain/exchange/search-parameters.ts';
import type { Db } from '#server/db/connect.ts';
import { type BaseContext, readResources } from '#server/modules/fhir/booklet-resources.ts';
import { type ListedType, readListed } from '#server/modules/fhir/listed-resources.ts';
import type { PersonRef } from '#server/modules/fhir/read-booklets.ts';
import type { FileWriter } from './file-writer.ts';
import type { SnapshotReader } from './snapshot-reader.ts';
import type { StoredExport } from './stored-export.ts';

/** Types that are no part of booklets; the list is whole in every export. */
const LISTED = ['Practitioner', 'Organization', 'Location'] as const satisfies ListedType[];

const LISTED_TYPES: ReadonlySet<string> = new Set(LISTED);

/** What is written into the files of an export, by type. */
export function createComposer({ tipos }: StoredExport, { read }: SnapshotReader, context: BaseContext) {
  const ofBooklets = new Set(tipos.filter((type) => !LISTED_TYPES.has(type)));
  const add = (writer: FileWriter, resources: Iterable<AnyResource | Resource>) => {
    for (const resource of resources) {
      const type = tipos.find((one) => one === resource.resourceType);
      if (type) writer.add(type, resource);
    }
  };
  return {
    readsBooklets: ofBooklets.size > 0,

    async addBooklets(writer: FileWriter, people: readonly PersonRef[]): Promise<void> {
      const resources = await read((db: Db) => readResources(db, people, ofBooklets, context));
      for (const some of resources.values()) add(writer, some);
    },

    async addLists(writer: FileWriter): Promise<void> {
      for (const type of LISTED)
        if (tipos.includes(type)) add(writer, await read((db: Db) => readListed(db, type, context)));
    },
  };
}
