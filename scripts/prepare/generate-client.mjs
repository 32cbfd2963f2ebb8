import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { runQuietly } from './run-quietly.mjs';

/** Generates the database client into packages/db/src/generated, unless it is up to date with the schema and the version of Prisma. */
export async function generateClient(folder, node) {
  const stamp = `${folder}/packages/db/src/generated/made-from.sha256`;
  const source = await hashSources(folder);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === source) return;
  const env = {
    ...process.env,
    // Generating needs no engine, but Prisma downloads one unless this variable names an executable file.
    PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? node,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  };
  await runQuietly('Generating the database client', [node, `${folder}/node_modules/prisma/build/index.js`, 'generate'], { cwd: folder, env });
  await writeFile(stamp, source);
}

async function hashSources(folder) {
  const schema = `${folder}/prisma/schema`;
  const names = (await readdir(schema)).filter((name) => name.endsWith('.prisma')).sort();
  const files = [...names.map((name) => `${schema}/${name}`), `${folder}/node_modules/prisma/package.json`];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex');
}
