import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXTS = ['.js', '.css', '.svg', '.ttf'];
/** A smaller file fits into one packet uncompressed. */
const WORTH_IT = 1_024;

const ENCODINGS = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Writes a `.br` and a `.gz` next to every file of the site that is worth it, at the highest level. */
export async function compressSite(folder) {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names
      .filter((name) => TEXTS.includes(extname(name)))
      .map(async (name) => {
        const file = join(folder, name);
        const bytes = await readFile(file);
        if (bytes.length < WORTH_IT) return;
        await Promise.all(
          Object.entries(ENCODINGS).map(async ([ending, encode]) =>
            writeFile(`${file}.${ending}`, await encode(bytes)),
          ),
        );
      }),
  );
}
