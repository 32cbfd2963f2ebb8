import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export interface BuiltConsole {
  readonly folder: string;
  remove(): void;
}

/** Builds the pages from the present sources. What is in `dist` can be missing or of another commit, and a story of it says nothing about these sources. */
export async function buildConsole(): Promise<BuiltConsole> {
  const folder = mkdtempSync(join(tmpdir(), 'linework-console-'));
  const remove = () => rmSync(folder, { recursive: true });
  // As `npm run build` does it. The mode is not enough: with the NODE_ENV of the tests React is the one for development, 70 kB larger.
  const { NODE_ENV: before } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      root: fileURLToPath(new URL('..', import.meta.url)),
      mode: 'production',
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true },
    });
  } catch (error) {
    remove();
    throw error;
  } finally {
    process.env['NODE_ENV'] = before;
  }
  return { folder, remove };
}
