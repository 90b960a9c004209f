import { basename, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin as PostcssPlugin } from 'postcss';
import customMediaQueries from 'postcss-custom-media';
import { defineConfig } from 'vite';
import { packagesWithin } from './scripts/lib/packages-within.ts';
import { createPatches } from './scripts/lib/patches.ts';
import { themeVariables } from './scripts/lib/theme-variables.ts';
import { withoutUnusedParts } from './scripts/lib/unused-parts.ts';
import { customMedia } from './src/web/theme/breakpoints.ts';
import { UNUSED_COLORS } from './src/web/theme/unused.ts';

/** Gives every style sheet the breakpoints of the theme as custom media. */
const themeBreakpoints: PostcssPlugin = {
  postcssPlugin: 'theme-breakpoints',
  Once: (sheet, { AtRule }) =>
    customMedia.forEach(({ name, query }) => {
      sheet.prepend(new AtRule({ name: 'custom-media', params: `${name} ${query}` }));
    }),
};

/** Addresses that the server answers itself. */
const PROXIED = ['/api', '/fhir', '/.well-known'];

const patches = createPatches();

const withoutUnusedColors = patches.withoutStyles('without-unused-colors', 'Declaration', ({ prop }) =>
  UNUSED_COLORS.test(prop),
);

/** Rules of the dark scheme, which the application does not have. */
const DARK = /\[data-mantine-color-scheme=['"]?dark['"]?\]/;
const withoutDarkRules = patches.withoutStyles('without-dark-rules', 'Rule', ({ selectors }) =>
  selectors.every((selector) => DARK.test(selector)),
);

/** Colours that change step by step are painted by the page's own thread: 100 ms of a slow phone at each field that gets the focus. */
const COLOR_STEPS = /^(?:(?:background|(?:background-|border-)?color) [^,]+(?:,\s*|$))+$/;
const withoutColorSteps = patches.withoutStyles(
  'without-color-steps',
  'Declaration',
  ({ prop, value }) => prop === 'transition' && COLOR_STEPS.test(value.trim()),
);

/** The CSS pipeline of the application and of the component tests. */
export const css = {
  postcss: {
    plugins: [themeBreakpoints, customMediaQueries(), withoutUnusedColors, withoutDarkRules, withoutColorSteps],
  },
};

/** A fifth of Zod converts schemas to JSON Schema, which only the server needs. */
const withoutJsonSchemas = patches.code('without-json-schemas', (code, id) => {
  if (!/\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return null;
  const names = [...code.matchAll(/^export (?:const|function|\{ \w+ as) (\w+)/gm)];
  return names.map(([, name]) => `export const ${name} = () => undefined;`).join('\n');
});

/** Parts of Zod that never run: English messages, because ours replace them all; schemas that contain themselves; parsers made by `eval`. */
const ZOD_PARTS = {
  'zod-english': ['core.config(en())', ''],
  'zod-memoizer': ['core.config({ memoizer: core.memoizer() })', ''],
  'zod-generated-parsers': ['core.$ZodObjectJIT.init', 'core.$ZodObject.init'],
} as const;
const withoutZodParts = Object.entries(ZOD_PARTS).map(([name, [part, replacement]]) =>
  patches.code(name, (code, id) =>
    id.endsWith('/zod/v4/classic/schemas.js') ? code.replace(part, () => replacement) : null,
  ),
);

/** Mantine's `useId` changes the id after the first render, so each field renders twice; React's does not. */
const idsOnce = patches.code('ids-once', (_code, id) => {
  if (!id.endsWith('/@mantine/hooks/esm/use-id/use-id.mjs')) return null;
  return `import { useId as useOwnId } from 'react';
export function useId(staticId) {
  const own = useOwnId();
  return typeof staticId === 'string' ? staticId : own;
}`;
});

/** The variables of the theme are in the first style sheet, so the browser does not compute them and no page repeats them. */
const variablesInSheet = patches.code(
  'variables-in-sheet',
  (_code, id) => (id.endsWith('/styles/default-css-variables.layer.css') ? themeVariables() : null),
  'pre',
);
const withoutVariablesInPage = patches.code('without-variables-in-page', (_code, id) =>
  id.endsWith('/MantineCssVariables.mjs') ? 'export const MantineCssVariables = () => null;' : null,
);

/** The themes of the browser have no unused colours either. */
const withoutUnusedPalettes = patches.code('without-unused-palettes', (code, id) =>
  id.endsWith('/default-colors.mjs')
    ? code.replace(/^\t(\w+): \[[^\]]*\],?$/gm, (palette, name) =>
        UNUSED_COLORS.test(`--mantine-color-${name}-`) ? '' : palette,
      )
    : null,
);

/** Arrows of dropdowns, which no dropdown has. */
const withoutArrows = patches.code('without-arrows', (_code, id) => {
  if (id.endsWith('/FloatingArrow/FloatingArrow.mjs')) return 'export const FloatingArrow = () => null;';
  return id.endsWith('/FloatingArrow/get-arrow-position-styles.mjs')
    ? 'export const getArrowMergeDropdownStyles = () => undefined;'
    : null;
});

const web = resolve(import.meta.dirname, 'src/web');

/** Vite's helper of dynamic imports repeats neither a failed script nor a failed style sheet. */
const retryableImports = patches.code('retryable-imports', (_code, id) =>
  id === '\0vite/preload-helper.js'
    ? `export { loadCode as __vitePreload } from ${JSON.stringify(resolve(web, 'lib/load-code.ts'))};`
    : null,
);

/** Entry screens of each chunk, in the order in which a day needs them. */
const MOMENTS = {
  visitor: ['web/features/auth/login-screen.tsx'],
  rules: ['domain/accounts.ts'],
  start: ['web/features/home/registros-screen.tsx'],
  lists: ['web/features/ninos/nino-list-screen.tsx', 'web/features/mujeres/mujer-list-screen.tsx'],
  // What every screen with a session loads after its own code.
  tools: ['web/app/shell/header-tools.tsx', 'web/device/vault-door.ts'],
  landing: ['web/features/home/landing-screen.tsx'],
  account: ['web/features/auth/register-screen.tsx'],
  booklet: ['web/features/ninos/nino-panel-screen.tsx'],
  women: ['web/features/mujeres/mujer-panel-screen.tsx'],
  adding: ['web/features/ninos/nino-add-screen.tsx', 'web/features/mujeres/mujer-add-screen.tsx'],
  visit: ['web/features/ninos/visita/nino-visit-screen.tsx', 'web/features/mujeres/visita/mujer-visit-screen.tsx'],
  help: ['web/features/help/help-screen.tsx', 'web/features/help/guide-screen.tsx'],
  plan: ['web/features/follow-up/follow-up-screen.tsx', 'web/records/my-day/my-day-tile.tsx'],
  importing: ['web/features/importar/import-start-screen.tsx'],
  imported: ['web/features/importar/import-screen.tsx'],
};
interface Modules {
  getModuleInfo: (id: string) => { code: string | null; importedIds: readonly string[] } | null;
}

/** Barrel modules: an import from one counts as an import of the file with the imported name. */
const BARREL =
  /@mantine\/\w+\/esm\/index\.mjs$|tabler-icons-react\.mjs$|@tanstack\/(react-query|query-core|react-router)\/.+\/index\.js$/;

/** The names that a file of a barrel may export. A barrel of a barrel is none, although `index` is a usual word. */
function namesIn(file: string): string[] {
  const name = basename(file).replace(/\.m?js$/, '');
  return name === 'index' ? [] : [name, name.charAt(0).toUpperCase() + name.slice(1)];
}

function importsOf(id: string, modules: Modules): string[] {
  const { code = '', importedIds = [] } = modules.getModuleInfo(id) ?? {};
  const words = new Set(code?.match(/\w+/g));
  return importedIds.flatMap((imported) =>
    BARREL.test(imported)
      ? (modules.getModuleInfo(imported)?.importedIds ?? []).filter((file) =>
          namesIn(file).some((name) => words.has(name)),
        )
      : [imported],
  );
}

/** The modules and everything that they import, directly or not. */
function closure(ids: readonly string[], modules: Modules, visited = new Set<string>()): Set<string> {
  for (const id of ids)
    if (!visited.has(id)) {
      visited.add(id);
      closure(importsOf(id, modules), modules, visited);
    }
  return visited;
}

/** One chunk per entry; a module that two chunks need goes into the earlier one. */
const moments = Object.entries(MOMENTS).map(([debugName, files], index, { length }) => {
  let needed: Set<string> | undefined;
  const name = (id: string, modules: Modules) => {
    needed ??= closure(
      files.map((file) => resolve(import.meta.dirname, 'src', file)),
      modules,
    );
    return needed.has(id) ? debugName : null;
  };
  return { name, debugName, priority: length - index };
});

/** Icons of several later screens, each of which would be a file of its own. */
const icons = { name: 'icons', test: /@tabler.icons-react/, minShareCount: 2, priority: 0 };

export default defineConfig({
  root: web,
  plugins: [
    react(),
    withoutJsonSchemas,
    withoutZodParts,
    idsOnce,
    variablesInSheet,
    withoutVariablesInPage,
    withoutUnusedPalettes,
    withoutArrows,
    retryableImports,
    patches.code('without-unused-parts', withoutUnusedParts()),
    patches.expectAll(),
    packagesWithin(),
  ],
  css,
  // Vite applies the plugins above to no worker.
  worker: { plugins: () => [withoutJsonSchemas, withoutZodParts] },
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    rolldownOptions: {
      // Optional imports of jsPDF for drawing HTML and SVG, which the application does not use.
      external: ['html2canvas', 'canvg', 'dompurify'],
      output: {
        // On a bad line each file costs half a second whatever its size, so modules that are needed together share a file.
        codeSplitting: {
          groups: [{ name: 'base', tags: ['$initial'], priority: moments.length + 1 }, ...moments, icons],
        },
      },
    },
  },
  // For the first page, which the build renders: Node cannot load the modules of the icons, and the patches above change those of Mantine.
  ssr: { noExternal: ['@tabler/icons-react', '@mantine/core'] },
  server: {
    proxy: Object.fromEntries(PROXIED.map((path) => [path, `http://127.0.0.1:${process.env.PORT ?? '3000'}`])),
  },
});
