import { basename, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin as PostcssPlugin } from 'postcss';
import customMediaQueries from 'postcss-custom-media';
import { defineConfig, type Plugin } from 'vite';
import { customMedia } from './src/web/theme/breakpoints.ts';

/** Every style sheet knows the theme's breakpoints by name. */
const themeBreakpoints: PostcssPlugin = {
  postcssPlugin: 'theme-breakpoints',
  Once: (sheet, { AtRule }) =>
    customMedia.forEach(({ name, query }) => {
      sheet.prepend(new AtRule({ name: 'custom-media', params: `${name} ${query}` }));
    }),
};

/** Mantine's colours that nothing of ours has, a quarter of the first style sheet. */
const UNUSED_COLORS = /^--mantine-color-(cyan|grape|green|indigo|lime|orange|pink|violet|yellow)-/;
const withoutUnusedColors: PostcssPlugin = {
  postcssPlugin: 'without-unused-colors',
  Declaration: (declaration) => {
    if (UNUSED_COLORS.test(declaration.prop)) declaration.remove();
  },
};

/** How styles are read, in the application and in the tests of its components. */
export const css = { postcss: { plugins: [themeBreakpoints, customMediaQueries(), withoutUnusedColors] } };

/** A fifth of Zod describes schemas as JSON, which the server does. */
const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  apply: 'build',
  transform(code, id) {
    if (!/\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return null;
    const names = [...code.matchAll(/^export (?:const|function|\{ \w+ as) (\w+)/gm)];
    return names.map(([, name]) => `export const ${name} = () => undefined;`).join('\n');
  },
};

const web = resolve(import.meta.dirname, 'src/web');

/** What comes after the first load, in the order in which a day needs it: the screens of each moment share one file. */
const MOMENTS = {
  visitor: ['auth/login-screen', 'home/landing-screen'],
  start: ['home/registros-screen', 'home/welcome-screen'],
  account: ['auth/register-screen', 'auth/password-due-screen'],
  lists: ['ninos/nino-list-screen', 'mujeres/mujer-list-screen'],
  booklet: [
    'ninos/nino-panel-screen',
    'mujeres/mujer-panel-screen',
    'ninos/nino-add-screen',
    'mujeres/mujer-add-screen',
  ],
};
interface Modules {
  getModuleInfo: (id: string) => { code: string | null; importedIds: readonly string[] } | null;
}

/** Modules that only hand on: of what they import, whoever imports them gets what is called as its file is. */
const BARREL = /@mantine\/\w+\/esm\/index\.mjs$|tabler-icons-react\.mjs$/;

function importsOf(id: string, modules: Modules): string[] {
  const { code = '', importedIds = [] } = modules.getModuleInfo(id) ?? {};
  const words = new Set(code?.match(/\w+/g));
  return importedIds.flatMap((imported) =>
    BARREL.test(imported)
      ? (modules.getModuleInfo(imported)?.importedIds ?? []).filter((file) => words.has(basename(file, '.mjs')))
      : [imported],
  );
}

/** Everything that these modules import, and what that imports. */
function closure(ids: readonly string[], modules: Modules, known = new Set<string>()): Set<string> {
  for (const id of ids)
    if (!known.has(id)) {
      known.add(id);
      closure(importsOf(id, modules), modules, known);
    }
  return known;
}

/** One group for each moment; an earlier one takes what both need. */
const moments = Object.entries(MOMENTS).map(([debugName, screens], index, { length }) => {
  let needed: Set<string> | undefined;
  const name = (id: string, modules: Modules) => {
    needed ??= closure(
      screens.map((screen) => `${web}/features/${screen}.tsx`),
      modules,
    );
    return needed.has(id) ? debugName : null;
  };
  return { name, debugName, priority: length - index };
});

export default defineConfig({
  root: web,
  plugins: [react(), withoutJsonSchemas],
  css,
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    rolldownOptions: {
      // What jsPDF fetches to draw HTML and SVG, which no document of ours asks of it.
      external: ['html2canvas', 'canvg', 'dompurify'],
      output: {
        // On a bad line each file costs half a second whatever it brings: what is needed together comes together.
        codeSplitting: { groups: [{ name: 'base', tags: ['$initial'], priority: 9 }, ...moments] },
      },
    },
  },
  // Of the first page, which the build runs: Node finds no modules in it.
  ssr: { noExternal: ['@tabler/icons-react'] },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? '3000'}` } },
});
