import { readFile } from 'node:fs/promises';
import { runQuietly } from './run-quietly.mjs';

/** Runs `npm ci` unless what is installed is what package-lock.json says, however it came there. */
export async function installDependencies(folder) {
  if (await isInstalled(folder)) return;
  const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
  // Under `npm start` the npm that was called is named here, and is not always in PATH.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  await runQuietly('Installing dependencies', [...npm, 'ci', ...flags], { cwd: folder });
}

/** npm writes down what it installed, in the form of the lock and as the last thing it does. Packages for other machines are optional and left out. */
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
