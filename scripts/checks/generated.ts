// Fails if docs/generated or docs/configuration.md differs from the output of `npm run generate`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const committedFolder = 'docs';
const freshFolder = mkdtempSync(join(tmpdir(), 'linework-generated-'));
try {
  const { status } = spawnSync(process.execPath, ['scripts/generate.ts', freshFolder], { stdio: 'inherit' });
  if (status !== 0) throw new Error('npm run generate failed.');
  const names = new Set([
    'configuration.md',
    ...[freshFolder, committedFolder].flatMap((folder) => readdirSync(join(folder, 'generated')).map((name) => `generated/${name}`)),
  ]);
  const stale = [...names].filter((name) => read(freshFolder, name) !== read(committedFolder, name));
  for (const name of stale) console.error(`${committedFolder}/${name} is out of date: run "npm run generate" and commit the changes.`);
  console.log(`${names.size} files compared.`);
  process.exitCode = stale.length === 0 && names.size > 0 ? 0 : 1;
} finally {
  rmSync(freshFolder, { recursive: true });
}

function read(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return undefined;
  }
}
