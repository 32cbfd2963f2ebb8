// Fails if Turbo does not hash an input of the tests of a package.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { findInputViolations, type Package } from './rules/input-rules.ts';

interface TurboFile {
  readonly globalDependencies?: readonly string[];
  readonly tasks?: { readonly test?: { readonly dependsOn?: readonly string[] } };
}

interface PackageFile {
  readonly name: string;
  readonly scripts?: { readonly test?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const read = <Content>(path: string): Content => JSON.parse(readFileSync(path, 'utf8')) as Content;
const inPackage = /^(?:apps|packages)\/[^/]+\//;

const paths = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter(Boolean);
const sources = paths.filter((path) => inPackage.test(path) && path.endsWith('.ts') && existsSync(path));
const { globalDependencies = [], tasks } = read<TurboFile>('turbo.json');
const violations = findInputViolations({
  files: new Map(sources.map((path) => [path, readFileSync(path, 'utf8')])),
  otherPaths: paths.filter((path) => !inPackage.test(path)),
  packages: globSync('{apps,packages}/*/package.json').map(readPackage),
  globalDependencies,
  testDependsOn: tasks?.test?.dependsOn ?? [],
});
for (const fault of violations) console.error(fault);
console.log(`${sources.length} files checked, ${violations.length} violations.`);
process.exitCode = violations.length === 0 ? 0 : 1;

function readPackage(path: string): Package {
  const folder = path.slice(0, -'/package.json'.length);
  const { name, scripts, dependencies, devDependencies } = read<PackageFile>(path);
  return {
    name,
    folder,
    dependencies: Object.keys({ ...dependencies, ...devDependencies }).filter((each) => each.startsWith('@linework/')),
    testScript: scripts?.test,
    testDependsOn: read<TurboFile>(`${folder}/turbo.json`).tasks?.test?.dependsOn,
  };
}
