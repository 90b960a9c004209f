import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createFileWriter, type FilePart, type FileSizes } from './file-writer.ts';
import { gzipFile } from './gzip-file.ts';

async function written(lines: readonly (readonly ['Patient' | 'Observation', object])[], sizes?: FileSizes) {
  const parts: FilePart[] = [];
  const writer = createFileWriter(async (part) => {
    parts.push(part);
  }, sizes);
  for (const [tipo, resource] of lines) {
    writer.add(tipo, resource);
    await writer.storeFull();
  }
  const files = await writer.end();
  const textOf = async (file: (typeof files)[number]) => {
    const own = parts.filter(({ archivo }) => archivo === file.archivo).map(({ contenido }) => contenido);
    const whole: Uint8Array[] = [];
    for await (const bytes of gzipFile(
      file,
      (async function* () {
        yield* own;
      })(),
    ))
      whole.push(bytes);
    return gunzipSync(Buffer.concat(whole)).toString();
  };
  return { files, parts, texts: await Promise.all(files.map(textOf)) };
}

const observation = (at: number) => ['Observation', { id: `o${at}`, note: 'á'.repeat(1_000) }] as const;

it('the parts of a file in a row are one gzip file with a true checksum and size', async () => {
  const lines = Array.from({ length: 3_000 }, (_, at) => observation(at));
  const { files, parts, texts } = await written(lines);
  expect(parts.length).toBeGreaterThan(2);
  expect(files).toHaveLength(1);
  expect(files[0]).toMatchObject({ tipo: 'Observation', recursos: 3_000 });
  expect(texts[0]).toBe(lines.map(([, resource]) => `${JSON.stringify(resource)}\n`).join(''));
  expect(Buffer.byteLength(texts[0] ?? '')).toBe(files[0]?.bytes);
});

it('each type has files of its own, and a long one several, of whole lines', async () => {
  const lines = [['Patient', { id: 'p' }] as const, ...Array.from({ length: 4_000 }, (_, at) => observation(at))];
  const { files, texts } = await written(lines, { maxBytes: 1_500_000 });
  expect(files.map(({ tipo }) => tipo)).toEqual(['Patient', ...Array.from({ length: 4 }, () => 'Observation')]);
  const ids = texts.slice(1).flatMap((text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  );
  expect(ids).toEqual(lines.slice(1).map(([, { id }]) => id));
});

it('without resources there are no files', async () => {
  expect(await written([])).toMatchObject({ files: [], parts: [] });
});
