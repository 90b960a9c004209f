import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

const PART = /\b[A-Z]\w*\.[A-Z]\w*/g;
/** `jsx(Combobox.Target, …)`: a part that the library takes itself, rather than the name of one in a message. */
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

/** The parts that our code and the libraries' own take of components. */
const partsTaken = () =>
  new Set([
    ...matches(filesOf(join('src', 'web'), /\.tsx?$/), PART),
    ...matches(filesOf(join('node_modules', '@mantine'), /^\w+\/esm\/.+\.mjs$/), TAKEN),
    ...matches(filesOf(join('node_modules', 'mantine-datatable', 'dist'), /\.m?js$/), PART),
  ]);

/** Mantine hangs every part on its component, where no bundler can see that nobody takes it: a menu's search, its submenus. */
export const withoutUnusedParts = () => {
  let taken: Set<string> | undefined;
  return (code: string, id: string): string | null => {
    if (!COMPONENT.test(id)) return null;
    taken ??= partsTaken();
    const known = taken;
    return code.replace(PUT, (put, part: string) => (known.has(part) ? put : ''));
  };
};
