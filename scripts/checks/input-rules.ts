import { findReachedFiles, type SourceFiles } from './find-reached-files.ts';

export interface Package {
  readonly name: string;
  /** Such as `packages/http`. */
  readonly folder: string;
  /** Names of the packages in its package.json. */
  readonly dependencies: readonly string[];
  readonly testScript: string | undefined;
  /** `dependsOn` of its task `test`, where it has one of its own. */
  readonly testDependsOn: readonly string[] | undefined;
}

export interface Project {
  /** Every TypeScript file of the packages. */
  readonly files: SourceFiles;
  /** Every file that is not in a package. */
  readonly otherPaths: readonly string[];
  readonly packages: readonly Package[];
  /** Of turbo.json at the root. */
  readonly globalDependencies: readonly string[];
  readonly testDependsOn: readonly string[];
}

/** Nothing in these is read by a test of a package. */
const ignoredPaths = [
  'docs/',
  'bench/',
  'campaign/',
  '.ci/',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  '.vscode/',
  'biome.json',
  'knip.json',
  'turbo.json',
  'redocly.yaml',
];
const ignoredHiddenFiles = ['.editorconfig', '.node-version', '.gitignore', '.spectral.yaml', '.squawk.toml', '.secretlintrc.json'];
/** Not in the project: `scripts/checks/tests.ts` tells Turbo about it in OFFICIAL_SCHEMAS. */
const outsidePaths = ['../shared/data/nfcom-1.00-rtc-1.10'];

/** What Turbo would not notice, one sentence each: a change after which it would repeat that tests passed, without running them. */
export function findInputViolations(project: Project): readonly string[] {
  const tested = project.packages.filter(({ folder }) => testsOf(project, folder).length > 0);
  if (tested.length === 0) throw new Error('There are no tests: is the check looking in the right place?');
  return [...project.otherPaths.flatMap((path) => findPathViolations(project, path)), ...tested.flatMap((each) => faultsOf(project, each))];
}

function findPathViolations(project: Project, path: string): readonly string[] {
  if (isGlobal(project, path) || [...ignoredPaths, ...ignoredHiddenFiles].some((prefix) => path.startsWith(prefix))) return [];
  return [`${path}: is it an input of tests? Name it under globalDependencies in turbo.json, or in scripts/checks/input-rules.ts as one that is not`];
}

function isGlobal({ globalDependencies }: Project, path: string): boolean {
  return globalDependencies.some((glob) => (glob.endsWith('/**') ? `${path}/`.startsWith(glob.slice(0, -2)) : glob === path));
}

function testsOf({ files }: Project, folder: string): readonly string[] {
  return [...files.keys()].filter((path) => path.startsWith(`${folder}/test/`) && path.endsWith('.test.ts'));
}

export const testScriptOf = (folder: string): string =>
  `vitest run --root ../.. ${folder}/ --reporter=default --reporter=json --outputFile=${folder}/.local/test-report.json`;

function faultsOf(project: Project, { name, folder, testScript, testDependsOn = project.testDependsOn }: Package): readonly string[] {
  const folderOf = new Map(project.packages.map((each) => [each.name, each.folder]));
  const covered = findCoveredPackages(project, name, testDependsOn);
  const reached = [...findReachedFiles(project.files, testsOf(project, folder), folderOf)];
  const packages = new Set(reached.flatMap((path) => project.packages.find((each) => path.startsWith(`${each.folder}/`)) ?? []));
  const uncovered = [...packages].filter((each) => !covered.has(each.name));
  const strange = reached.filter((path) => !isKnown(project, path));
  return [
    ...(testScript === testScriptOf(folder) ? [] : [`${folder}/package.json: its script "test" has to be "${testScriptOf(folder)}"`]),
    ...uncovered.map((each) => `${folder}/turbo.json: its tests reach ${each.folder}: add "${each.name}#sources" to dependsOn of the task test`),
    ...strange.map((path) => `${folder}: its tests reach ${path}, which Turbo does not look at`),
  ];
}

/** In a package, under globalDependencies, the project's root as such, or known to be outside. */
function isKnown(project: Project, path: string): boolean {
  const isInPackage = project.packages.some(({ folder }) => path === folder || path.startsWith(`${folder}/`));
  return isInPackage || path === '.' || path.startsWith('.local') || isGlobal(project, path) || outsidePaths.includes(path);
}

/** The packages whose sources are part of the hash: those of the tasks that are named, and what these packages depend on. */
function findCoveredPackages({ packages }: Project, name: string, dependsOn: readonly string[]): ReadonlySet<string> {
  const covered = new Set(dependsOn.flatMap((task) => (task === 'sources' ? [name] : task.endsWith('#sources') ? [task.slice(0, -'#sources'.length)] : [])));
  for (const each of covered) for (const dependency of packages.find((other) => other.name === each)?.dependencies ?? []) covered.add(dependency);
  return covered;
}
