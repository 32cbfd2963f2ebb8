// Fails when docs/generated is not what `npm run generate` would write.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const kept = 'docs/generated';
const fresh = mkdtempSync(join(tmpdir(), 'linework-generated-'));
try {
  const { status } = spawnSync(process.execPath, ['scripts/generate.ts', fresh], { stdio: 'inherit' });
  if (status !== 0) throw new Error('npm run generate failed.');
  const names = new Set([...readdirSync(fresh), ...readdirSync(kept)]);
  const stale = [...names].filter((name) => read(fresh, name) !== read(kept, name));
  for (const name of stale) console.error(`${kept}/${name} is out of date: run "npm run generate" and commit what it writes.`);
  console.log(`${names.size} files compared.`);
  process.exitCode = stale.length === 0 && names.size > 0 ? 0 : 1;
} finally {
  rmSync(fresh, { recursive: true });
}

function read(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return undefined;
  }
}
