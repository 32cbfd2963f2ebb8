// Fails if a source file is used by no program.
import { globSync, readFileSync } from 'node:fs';
import { findOrphans } from './rules/orphan-rules.ts';

const paths = globSync([
  '{apps,packages}/*/{src,test}/**/*.{ts,tsx}',
  '{scripts,campaign}/**/*.{ts,mjs}',
  'bench/*/**/*.ts',
  'bench/*.ts',
]).filter(
  (path) =>
    !path.startsWith('packages/db/src/generated/') &&
    !path.endsWith('/generated/rows.ts') &&
    !path.includes('node_modules'),
);
const folderOf = new Map(globSync('{apps,packages}/*').map((folder) => [`@linework/${folder.split('/')[1]}`, folder]));
const orphans = findOrphans(new Map(paths.map((path) => [path, readFileSync(path, 'utf8')])), folderOf);
for (const orphan of orphans) console.error(orphan);
console.log(`${paths.length} files checked, ${orphans.length} orphans.`);
process.exitCode = orphans.length === 0 && paths.length > 0 ? 0 : 1;
