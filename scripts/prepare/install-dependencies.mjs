import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { runQuietly } from './run-quietly.mjs';

/** The Node that package.json pins. An install script of its package puts it there, at the end of the installation. */
export const pinnedNode = (folder) => `${folder}node_modules/node/bin/node`;

/**
 * Whether the installed packages match package-lock.json, and are really there. The programs need only the packages
 * that are not marked as `dev`. Takes about 10 ms.
 */
export const isInstalledAs = (withTools) => async (folder) => {
  const wanted = await readPackages(`${folder}package-lock.json`);
  // npm writes this file at the end of an installation, in the format of the lock. Optional packages for other machines
  // are not in it.
  const installed = await readPackages(`${folder}node_modules/.package-lock.json`);
  const matches = Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || !isWanted(entry, withTools)) return true;
    const found = installed[path];
    return found
      ? found.version === entry.version && found.integrity === entry.integrity
      : (entry.optional ?? entry.devOptional ?? false);
  });
  // The file may be of an installation whose folders another one has removed.
  return (
    matches &&
    existsSync(pinnedNode(folder)) &&
    Object.keys(installed).every((path) => existsSync(`${folder}${path}/package.json`))
  );
};

const isWanted = (entry, withTools) => withTools || entry.dev !== true;

/**
 * Installs the packages. Those that only checks need are left out until a check needs them, and are then added while
 * programs may be running. Once they are there, they are kept up to date with the others.
 */
export const installDependenciesAs = (needsTools) => async (folder, onStart) => {
  const withTools = needsTools || existsSync(`${folder}node_modules/vitest`);
  const isAddition = needsTools && (await isInstalledAs(false)(folder));
  const command = isAddition ? ['install', '--no-save'] : ['ci', ...(withTools ? [] : ['--omit=dev'])];
  const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
  // `npm start` sets this variable to its own npm, which may not be in PATH.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const lock = await readPackages(`${folder}package-lock.json`);
  const wanted = Object.keys(lock).filter((path) => isTopPackage(path) && isWanted(lock[path], withTools)).length;
  const describe = () => `${Math.min(countPackages(`${folder}node_modules`), wanted)} of about ${wanted} packages, `;
  await runQuietly(
    isAddition ? 'Installing the tools of the checks' : 'Installing dependencies',
    [...npm, ...command, ...flags],
    { cwd: folder, usual: isAddition ? '10 to 60 s' : '30 to 120 s', describe, onStart },
  );
  if (existsSync(pinnedNode(folder))) return;
  throw new Error(
    '"npm ci" has just ended without the pinned Node, so npm skipped its install script. Run "npm ci ' +
      '--ignore-scripts=false".',
  );
};

const isTopPackage = (path) => path.lastIndexOf('node_modules/') === 0;

function countPackages(folder) {
  const list = (path) => (existsSync(path) ? readdirSync(path) : []);
  const names = list(folder).filter((name) => !name.startsWith('.'));
  return names.reduce((sum, name) => sum + (name.startsWith('@') ? list(`${folder}/${name}`).length : 1), 0);
}

async function readPackages(file) {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return JSON.parse(text).packages ?? {};
}
