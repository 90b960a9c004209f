import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXTS = ['.js', '.css', '.svg', '.ttf'];
/** Less fits into one packet as it is. */
const WORTH_IT = 1_024;

const ENCODINGS = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Puts a `.br` and a `.gz` beside every file of a built site that is worth it: once, and as small as they can be. */
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
