import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { runQuietly } from './run-quietly.mjs';

const stampOf = (folder) => `${folder}/packages/db/src/generated/made-from.sha256`;

/** Whether the database client is up to date with the schema and the version of Prisma. */
export const isClientGenerated = async (folder) =>
  (await readFile(stampOf(folder), 'utf8').catch(() => '')) === (await hashSources(folder));

/** Generates the database client into packages/db/src/generated. */
export async function generateClient(folder, onStart, node) {
  const env = {
    ...process.env,
    // Generating needs no engine, but Prisma downloads one unless this variable names an executable file.
    PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? node,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  };
  const command = [node, `${folder}/node_modules/prisma/build/index.js`, 'generate'];
  await runQuietly('Generating the database client', command, { cwd: folder, env, usual: '3 to 10 s', onStart });
  await writeFile(stampOf(folder), await hashSources(folder));
}

async function hashSources(folder) {
  const schema = `${folder}/prisma/schema`;
  const names = (await readdir(schema)).filter((name) => name.endsWith('.prisma')).sort();
  const files = [...names.map((name) => `${schema}/${name}`), `${folder}/node_modules/prisma/package.json`];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex');
}
