import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathOfTool } from './tools.ts';

/** Runs a program of Poppler, which reads PDFs independently of what made them. @throws Error where it is not installed */
function poppler(program: string, ...args: string[]): string {
  return execFileSync(join(pathOfTool('poppler'), program), args, { encoding: 'utf8' });
}

/** The text of each page, laid out as on paper. */
export function pdfPages(file: string): string[] {
  return poppler('pdftotext', '-layout', '-enc', 'UTF-8', file, '-').split('\f').slice(0, -1);
}

/** The text as it is read, on one line: wrapped cells and names are whole again. */
export function pdfText(file: string): string {
  return poppler('pdftotext', '-enc', 'UTF-8', file, '-').replace(/\s+/g, ' ');
}

/** Name → whether it is embedded. */
export function pdfFonts(file: string): Map<string, boolean> {
  const [, , ...lines] = poppler('pdffonts', file).trimEnd().split('\n');
  // name, type (two words), encoding, emb, sub, uni, object id (two numbers)
  return new Map(
    lines.map((line) => line.trim().split(/\s+/)).map((words) => [words[0] ?? '', words.at(-5) === 'yes']),
  );
}

/** Key → value: Title, Pages, Page size … */
export function pdfInfo(file: string): Record<string, string> {
  const lines = poppler('pdfinfo', file).trimEnd().split('\n');
  return Object.fromEntries(lines.map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 1).trim()]));
}

/** One row for each picture: page, number, kind, width, height. */
export function pdfPictures(file: string): { page: number; kind: string; width: number; height: number }[] {
  const [, , ...lines] = poppler('pdfimages', '-list', file).trimEnd().split('\n');
  return lines.map((line) => {
    const [page, , kind = '', width, height] = line.trim().split(/\s+/);
    return { page: Number(page), kind, width: Number(width), height: Number(height) };
  });
}

/** Each page as a PNG in this folder; 96 dpi is 100 % on a screen. @returns the files, in the order of the pages. */
export function pdfImages(file: string, folder: string, { dpi = 96, gray = false } = {}): string[] {
  const prefix = `${gray ? 'gris' : 'pagina'}-`;
  poppler('pdftoppm', '-png', '-r', String(dpi), ...(gray ? ['-gray'] : []), file, join(folder, prefix));
  const names = readdirSync(folder).filter((name) => name.startsWith(prefix) && name.endsWith('.png'));
  return names.sort().map((name) => join(folder, name));
}
