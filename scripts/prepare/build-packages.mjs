import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hashSources } from './hash-sources.mjs';
import { runQuietly } from './run-quietly.mjs';

/** What the packages of the SDK and of the command line are made of. */
const sources = [
  'apps/cli/src',
  'packages/auth/src',
  'packages/log/src',
  'packages/schemas/src',
  'packages/sdk/README.md',
  'packages/sdk/package.json',
  'packages/sdk/src',
  'package-lock.json',
];

const stamp = 'made-from.sha256';

/** Whether the packages that the API serves under /downloads are of the present sources. */
export const arePackagesBuilt = async (folder) =>
  (await readFile(`${folder}apps/api/downloads/${stamp}`, 'utf8').catch(() => '')) ===
  (await hashSources(folder, sources));

/**
 * Builds the packages into apps/api/downloads. They are built in another folder first, so that a running API has
 * complete files.
 */
export async function buildPackages(folder, onStart, node) {
  const [built, own] = [`${folder}apps/api/downloads`, `${folder}.local/downloads-${process.pid}`];
  const source = await hashSources(folder, sources);
  const command = [node, `${folder}scripts/pack.ts`, own];
  await runQuietly('Packing the SDK and the command line', command, { cwd: folder, usual: '3 to 10 s', onStart });
  await writeFile(`${own}/${stamp}`, source);
  await rm(built, { recursive: true, force: true });
  await rename(own, built);
}
