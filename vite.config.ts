import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin as PostcssPlugin } from 'postcss';
import customMediaQueries from 'postcss-custom-media';
import { defineConfig } from 'vite';
import { customMedia } from './src/web/theme/breakpoints.ts';

/** Every style sheet knows the theme's breakpoints by name. */
const themeBreakpoints: PostcssPlugin = {
  postcssPlugin: 'theme-breakpoints',
  Once: (sheet, { AtRule }) =>
    customMedia.forEach(({ name, query }) => {
      sheet.prepend(new AtRule({ name: 'custom-media', params: `${name} ${query}` }));
    }),
};

export default defineConfig({
  root: resolve(import.meta.dirname, 'src/web'),
  plugins: [react()],
  css: { postcss: { plugins: [themeBreakpoints, customMediaQueries()] } },
  build: { outDir: resolve(import.meta.dirname, 'dist/web'), emptyOutDir: true },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? '3000'}` } },
});
