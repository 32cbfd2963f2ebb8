// Fails if folders of a package depend on each other, are too large, or have a name without a meaning, and if nothing
// uses a file without exports.
import { execFileSync } from 'node:child_process';
import { listImports, readSources } from '../read-sources.ts';
import { findCycles, findEmptyNames, findLargeFolders, findSilentFiles } from './rules/folder-rules.ts';

const sources = readSources('.');
const paths = execFileSync('git', ['ls-files', '-z', 'apps', 'packages'], { encoding: 'utf8' }).split('\0');
const imports = [...sources.values()].flatMap((source) =>
  listImports(sources, source).map((target) => ({ path: source.path, target })),
);
if (imports.length === 0) throw new Error('There are no imports: check the paths of the files.');
const violations = [
  ...findEmptyNames(paths.filter((path) => path.endsWith('.ts'))),
  ...findLargeFolders([...sources.keys()]),
  ...findCycles(imports),
  ...findSilentFiles(
    [...sources.values()].filter(({ module }) => module.staticExports.length === 0),
    imports,
  ),
];
for (const violation of violations) console.error(violation);
console.log(`${sources.size} files checked, ${violations.length} violations.`);
process.exitCode = violations.length === 0 ? 0 : 1;
