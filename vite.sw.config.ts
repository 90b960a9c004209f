import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** A service worker, by its name (`--mode`): one file, without modules, which older browsers do not know there. */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: resolve(import.meta.dirname, 'dist/sw'),
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: resolve(import.meta.dirname, `src/web/sw/${mode}.ts`),
      output: { format: 'iife', entryFileNames: `${mode}.js` },
    },
  },
}));
