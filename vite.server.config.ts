import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { rulesFingerprint } from './scripts/lib/rules-fingerprint.ts';

const source = resolve(import.meta.dirname, 'src/server');

const copyMigrations: Plugin = {
  name: 'copy-migrations',
  async writeBundle({ dir }) {
    if (dir) await cp(join(source, 'db/migrations'), join(dir, 'migrations'), { recursive: true });
  },
};

export default defineConfig({
  publicDir: false,
  define: { RULES_FINGERPRINT: String(await rulesFingerprint()) },
  plugins: [copyMigrations],
  build: {
    ssr: true,
    target: 'node20',
    outDir: resolve(import.meta.dirname, 'dist/server'),
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      input: [
        'main',
        'demo',
        'recompute-status',
        'audit-verify',
        'account-unlock',
        'populate',
        'backup',
        'restore',
        'move',
        'import',
        'read-sheet',
      ].map((entry) => join(source, 'commands', `${entry}.ts`)),
      // Flat output, so that paths relative to a shared module (migrations) do not depend on code splitting.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
});
