import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './scripts/compress-files.ts';
import { limitFirstLoad } from './scripts/limit-first-load.ts';

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
    chunkSizeWarningLimit: 800,
  },
  ...(command === 'serve' && {
    server: { host: '127.0.0.1', port: 3005, proxy: { '/console/api': { target: findAdminUrl() } } },
  }),
}));
