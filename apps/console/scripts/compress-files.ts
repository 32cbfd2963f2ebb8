import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Text only: fonts are compressed already. */
const isText = (name: string): boolean => /\.(?:js|css|svg)$/.test(name);

/** Writes a `.br` and a `.gz` beside each file of text, so that the server compresses nothing while it answers. */
export const compressFiles = (): Plugin => ({
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
