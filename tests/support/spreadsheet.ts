import { readXlsx } from 'hucre/xlsx';

/** The cells of every sheet of a workbook, read by an independent library; empty cells are ''. */
export async function readSheets(bytes: Uint8Array): Promise<{ name: string; rows: string[][] }[]> {
  const { sheets } = await readXlsx(bytes);
  return sheets.map(({ name, rows }) => {
    const width = rows[0]?.length ?? 0;
    const texts = rows.map((row) =>
      Array.from({ length: width }, (_, index) => {
        const value = row[index] ?? '';
        if (typeof value !== 'string') throw new Error(`A cell is no text: ${JSON.stringify(value)}`);
        return value;
      }),
    );
    return { name, rows: texts };
  });
}

/** The fields of a CSV with semicolons (RFC 4180 except for the separator), without its BOM. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ';') rows.push([]);
  }
  return rows.slice(0, -1);
}

/** The cells of every sheet as Excel has them: texts and numbers; empty cells are ''. */
export async function readCells(bytes: Uint8Array): Promise<unknown[][][]> {
  const { sheets } = await readXlsx(bytes);
  return sheets.map(({ rows }) =>
    rows.map((row) => Array.from({ length: rows[0]?.length ?? 0 }, (_, index) => row[index] ?? '')),
  );
}
