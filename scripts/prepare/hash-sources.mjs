import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

/** The hash of the names and contents of all files in these paths. */
export async function hashSources(folder, paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of await listFiles(`${folder}${path}`))
      hash.update(file.slice(folder.length)).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function listFiles(path) {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => undefined);
  if (entries === undefined) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort();
}
