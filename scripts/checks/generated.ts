// Fails if a generated file differs from the output of `npm run generate`, or is no longer written by it.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** Folders of which every file is generated. */
const generatedFolders = ['docs/generated', 'packages/sdk/src/generated', 'deploy/grafana'];

/** The types of the rows of statements. */
const rowsFiles = globSync(['{packages,apps}/*/src/generated/rows.ts', 'campaign/generated/rows.ts']);

/** Files that `npm run generate` reads: recorded answers, and the document of an earlier version. */
const inputs = ['docs/generated/examples.json', 'docs/generated/openapi-1.0.0.json'];
const freshFolder = mkdtempSync(join(tmpdir(), 'linework-generated-'));
try {
  const { status } = spawnSync(process.execPath, ['scripts/generate.ts', freshFolder], { stdio: 'inherit' });
  if (status !== 0) throw new Error('npm run generate failed.');
  const names = new Set([
    ...listFiles(freshFolder, '.'),
    ...generatedFolders.flatMap((folder) => listFiles('.', folder)),
    ...rowsFiles,
  ]);
  for (const input of inputs) names.delete(input);
  const stale = [...names].filter((name) => read(join(freshFolder, name)) !== read(name));
  for (const name of stale) console.error(`${name} is out of date: run "npm run generate" and commit the changes.`);
  console.log(`${names.size} files compared.`);
  process.exitCode = stale.length === 0 && names.size > 0 ? 0 : 1;
} finally {
  rmSync(freshFolder, { recursive: true });
}

function listFiles(root: string, folder: string): readonly string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
