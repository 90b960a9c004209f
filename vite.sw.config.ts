import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** Builds one service worker, chosen by `--mode`: a single file, because older browsers support no modules in service workers. */
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
