import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

const PART = /\b[A-Z]\w*\.[A-Z]\w*/g;
/** `jsx(Combobox.Target, …)`: a part used by the library itself, not its name in a message. */
const TAKEN = /(?<=\()[A-Z]\w*\.[A-Z]\w*(?=[,)])/g;
/** `Menu.Search = MenuSearch;` */
const PUT = /^([A-Z]\w*\.[A-Z]\w*) = \w+;$/gm;
const COMPONENT = /@mantine\/\w+\/esm\/components\/.+\.mjs$/;

const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => join(root, folder, file));

const matches = (files: string[], pattern: RegExp): string[] =>
  files.flatMap((file) => readFileSync(file, 'utf8').match(pattern) ?? []);

/** The component parts that our code and the libraries use. */
const partsTaken = () =>
  new Set([
    ...matches(filesOf(join('src', 'web'), /\.tsx?$/), PART),
    ...matches(filesOf(join('node_modules', '@mantine'), /^\w+\/esm\/.+\.mjs$/), TAKEN),
    ...matches(filesOf(join('node_modules', 'mantine-datatable', 'dist'), /\.m?js$/), PART),
  ]);

/** Mantine attaches every part to its component, where no bundler can remove unused ones, such as a menu's search. */
export const withoutUnusedParts = () => {
  let taken: Set<string> | undefined;
  return (code: string, id: string): string | null => {
    if (!COMPONENT.test(id)) return null;
    taken ??= partsTaken();
    const usedParts = taken;
    return code.replace(PUT, (put, part: string) => (usedParts.has(part) ? put : ''));
  };
};
