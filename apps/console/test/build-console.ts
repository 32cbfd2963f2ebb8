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
  try {
    // As `npm run build` does it: with the mode of the tests React would be the one for development.
    await build({
      root: fileURLToPath(new URL('..', import.meta.url)),
      mode: 'production',
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true },
    });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}
