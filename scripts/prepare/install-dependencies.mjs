import { readFile } from 'node:fs/promises';
import { runQuietly } from './run-quietly.mjs';

/** Runs `npm ci` unless the installed packages match package-lock.json. */
export async function installDependencies(folder) {
  if (await isInstalled(folder)) return;
  const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
  // `npm start` sets this variable to its own npm, which may not be in PATH.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  await runQuietly('Installing dependencies', [...npm, 'ci', ...flags], { cwd: folder });
}

/** npm writes this file at the end of an installation, in the format of the lock. Optional packages for other machines are not in it. */
async function isInstalled(folder) {
  const wanted = await readPackages(`${folder}/package-lock.json`);
  const installed = await readPackages(`${folder}/node_modules/.package-lock.json`);
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = installed[path];
    return found ? found.version === entry.version && found.integrity === entry.integrity : (entry.optional ?? entry.devOptional ?? false);
  });
}

async function readPackages(file) {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return JSON.parse(text).packages ?? {};
}
