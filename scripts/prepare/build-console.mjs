import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hashSources } from './hash-sources.mjs';
import { runQuietly } from './run-quietly.mjs';

/** What the pages of the console are made of. `node_modules` is in it by the lock. */
const sources = [
  'apps/console/index.html',
  'apps/console/vite.config.ts',
  'apps/console/src',
  'packages/sdk/src',
  'packages/schemas/src/orders',
  'packages/lifecycle/src',
  'package-lock.json',
];

const stamp = 'made-from.sha256';

/** Whether the pages of the console are of the present sources. Takes 120 ms on a busy machine. */
export const isConsoleBuilt = async (folder) =>
  isBuiltFrom(`${folder}apps/console/dist`, await hashSources(folder, sources));

const isBuiltFrom = async (built, source) =>
  existsSync(`${built}/index.html`) && (await readFile(`${built}/${stamp}`, 'utf8').catch(() => '')) === source;

/**
 * Builds the pages of the console into apps/console/dist. They are built in another folder first, so that a running API
 * has complete pages at any time.
 */
export async function buildConsole(folder, onStart, node) {
  const console = `${folder}apps/console`;
  const [built, own] = [`${console}/dist`, `${folder}.local/console-${process.pid}`];
  const source = await hashSources(folder, sources);
  const options = ['--logLevel', 'warn', '--outDir', own, '--emptyOutDir'];
  const command = [node, `${folder}node_modules/vite/bin/vite.js`, 'build', ...options];
  await runQuietly('Building the console', command, { cwd: console, usual: '5 to 20 s', onStart });
  await writeFile(`${own}/${stamp}`, source);
  // Whole folders are moved: deleting one in its place could meet the files of another process.
  const old = `${own}-old`;
  await rename(built, old).catch(() => undefined);
  await rename(own, built);
  for (const folder of [old, own]) await rm(folder, { recursive: true, force: true });
}
