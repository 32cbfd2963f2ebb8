import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { firstLoadLimitBytes, measureFirstLoad } from './scripts/measure-first-load.ts';

/** Ends the build with an error if the first page loads more than is allowed. */
const limitFirstLoad = (): Plugin => ({
  name: 'limit-first-load',
  apply: 'build',
  writeBundle({ dir = '' }) {
    const { bytes, files } = measureFirstLoad(dir);
    if (bytes <= firstLoadLimitBytes) return;
    const largest = files.map(({ name, bytes: size }) => `${name} ${size}`).join(', ');
    throw new Error(
      `The first load has ${bytes} bytes with gzip, and at most ${firstLoadLimitBytes} are allowed. Load a page ` +
        `when it is opened: ${largest}.`,
    );
  },
});

/** Text only: fonts are compressed already. */
const isText = (name: string): boolean => /\.(?:js|css|svg)$/.test(name);

/** Writes a `.br` and a `.gz` beside each file of text, so that the server compresses nothing while it answers. */
const compressFiles = (): Plugin => ({
  name: 'compress-files',
  apply: 'build',
  writeBundle({ dir = '' }) {
    for (const name of readdirSync(join(dir, 'assets')).filter(isText)) {
      const path = join(dir, 'assets', name);
      const content = readFileSync(path);
      writeFileSync(`${path}.br`, brotliCompressSync(content));
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    }
  },
});

/** The API of `npm run dev`, to which the development server sends everything under `/console/api`. */
function findAdminUrl(): string {
  const file = new URL('../../.local/demo.json', import.meta.url);
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { adminUrl: string }).adminUrl;
  } catch {
    return 'http://127.0.0.1:3001';
  }
}

export default defineConfig(({ command }) => ({
  base: '/console/',
  plugins: [react(), compressFiles(), limitFirstLoad()],
  build: {
    target: 'es2023',
    // The content security policy allows no `data:` fonts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        // A file for each module that two pages share would be a hundred requests, and half of the time of a load.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
  ...(command === 'serve' && {
    server: { host: '127.0.0.1', port: 3005, proxy: { '/console/api': { target: findAdminUrl() } } },
  }),
}));
