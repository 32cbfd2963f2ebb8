import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeOnce } from '@linework/testing/programs/make-once';
import { build } from 'vite';

export interface BuiltConsole {
  readonly folder: string;
  remove(): void;
}

/**
 * Builds the pages from the present sources. What is in `dist` can be missing or of another commit, and a story of it
 * says nothing about these sources. TEST_PROGRAMS names a folder of this test run, whose files share one build.
 */
export async function buildConsole(): Promise<BuiltConsole> {
  const shared = process.env['TEST_PROGRAMS'];
  if (shared) {
    const made = `${shared}/console`;
    return { folder: await makeOnce(made, () => buildInto(`${made}/dist`)), remove: () => undefined };
  }
  const folder = mkdtempSync(join(tmpdir(), 'linework-console-'));
  const remove = () => rmSync(folder, { recursive: true });
  try {
    await buildInto(folder);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}

async function buildInto(folder: string): Promise<string> {
  // As `npm run build` does it. The mode is not enough: with the NODE_ENV of the tests React is the one for
  // development, 70 kB larger.
  const { NODE_ENV: before } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      root: fileURLToPath(new URL('..', import.meta.url)),
      mode: 'production',
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true },
    });
    return folder;
  } finally {
    process.env['NODE_ENV'] = before;
  }
}
