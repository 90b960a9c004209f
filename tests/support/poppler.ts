import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathOfTool } from './tools.ts';

/** Runs a program of Poppler, which reads PDFs independently of their generator. @throws Error if it is not installed */
function poppler(program: string, ...args: string[]): string {
  return execFileSync(join(pathOfTool('poppler'), program), args, { encoding: 'utf8' });
}

/** The text of each page with its layout. */
export function pdfPages(file: string): string[] {
  return poppler('pdftotext', '-layout', '-enc', 'UTF-8', file, '-').split('\f').slice(0, -1);
}

/** The text in reading order on one line, so that wrapped cells are complete. */
export function pdfText(file: string): string {
  return poppler('pdftotext', '-enc', 'UTF-8', file, '-').replace(/\s+/g, ' ');
}

/** Whether each font is embedded, by name. */
export function pdfFonts(file: string): Map<string, boolean> {
  const [, , ...lines] = poppler('pdffonts', file).trimEnd().split('\n');
  // name, type (two words), encoding, emb, sub, uni, object id (two numbers)
  return new Map(
    lines.map((line) => line.trim().split(/\s+/)).map((words) => [words[0] ?? '', words.at(-5) === 'yes']),
  );
}

/** Title, Pages, Page size and so on. */
export function pdfInfo(file: string): Record<string, string> {
  const lines = poppler('pdfinfo', file).trimEnd().split('\n');
  return Object.fromEntries(lines.map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 1).trim()]));
}

export function pdfPictures(file: string): { page: number; kind: string; width: number; height: number }[] {
  const [, , ...lines] = poppler('pdfimages', '-list', file).trimEnd().split('\n');
  return lines.map((line) => {
    const [page, , kind = '', width, height] = line.trim().split(/\s+/);
    return { page: Number(page), kind, width: Number(width), height: Number(height) };
  });
}

/** Renders each page as a PNG; 96 dpi is 100 % on a screen. @returns the files in page order */
export function pdfImages(file: string, folder: string, { dpi = 96, gray = false } = {}): string[] {
  const prefix = `${gray ? 'gris' : 'pagina'}-`;
  poppler('pdftoppm', '-png', '-r', String(dpi), ...(gray ? ['-gray'] : []), file, join(folder, prefix));
  const names = readdirSync(folder).filter((name) => name.startsWith(prefix) && name.endsWith('.png'));
  return names.sort().map((name) => join(folder, name));
}
