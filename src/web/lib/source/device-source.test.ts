import { expect, it } from 'vitest';
import { RECORDS } from '#domain/records/index.ts';
import { NotOnDevice } from './booklet-source.ts';
import { createDeviceSource } from './device-source.ts';

const sourceOf = (isListable: boolean) =>
  createDeviceSource({
    rowsOf: () => [],
    booklet: async () => null,
    lists: async () => null,
    isListable: () => isListable,
  });
type Source = ReturnType<typeof sourceOf>;

const LISTS: [string, (source: Source) => Promise<unknown>][] = [
  ['children', (source) => source.page(RECORDS.nino, { limit: 5, offset: 0 }, {})],
  ['women', (source) => source.page(RECORDS.mujer, { limit: 5, offset: 0 }, {})],
  ['visits', (source) => source.visits({}, {})],
  ['counts of visits', (source) => source.visitCounts({}, {})],
  ['a search', (source) => source.search('maria', {})],
];

it.each(LISTS)('before anything has come to the device, %s are left to the server', async (_, read) => {
  await expect(read(sourceOf(false))).rejects.toThrow(NotOnDevice);
  await expect(read(sourceOf(true))).resolves.toBeDefined();
});
