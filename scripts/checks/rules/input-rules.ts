import { findReachedFiles, type SourceFiles } from '../find-reached-files.ts';

export interface Package {
  readonly name: string;
  /** The folder, such as `packages/http`. */
  readonly folder: string;
  /** The names of the packages in its package.json. */
  readonly dependencies: readonly string[];
  readonly testScript: string | undefined;
  /** `dependsOn` of its own task `test`, if it has one. */
  readonly testDependsOn: readonly string[] | undefined;
}

export interface Project {
  /** All TypeScript files of the packages. */
  readonly files: SourceFiles;
  /** All files outside the packages. */
  readonly otherPaths: readonly string[];
  readonly packages: readonly Package[];
  /** `globalDependencies` of turbo.json at the root. */
  readonly globalDependencies: readonly string[];
  readonly testDependsOn: readonly string[];
}

/** Paths that no test of a package reads. */
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
  'turbo.json',
];
const ignoredHiddenFiles = ['.editorconfig', '.node-version', '.gitignore'];
/** Paths outside the project. `scripts/checks/tests.ts` passes them to Turbo in OFFICIAL_SCHEMAS. */
const outsidePaths = ['../shared/data/nfcom-1.00-rtc-1.10'];

/**
 * Finds inputs of tests that Turbo does not hash. After a change of such an input Turbo would reuse the old test
 * results. Returns one sentence for each.
 */
export function findInputViolations(project: Project): readonly string[] {
  const tested = project.packages.filter(({ folder }) => testsOf(project, folder).length > 0);
  if (tested.length === 0) throw new Error('The check found no tests: check the paths of the files.');
  return [
    ...project.otherPaths.flatMap((path) => findPathViolations(project, path)),
    ...tested.flatMap((each) => findPackageViolations(project, each)),
  ];
}

function findPathViolations(project: Project, path: string): readonly string[] {
  if (isGlobal(project, path) || [...ignoredPaths, ...ignoredHiddenFiles].some((prefix) => path.startsWith(prefix)))
    return [];
  return [
    `${path}: declare whether it is an input of tests: add it to globalDependencies in turbo.json, or to the ` +
      'ignored paths in scripts/checks/rules/input-rules.ts',
  ];
}

function isGlobal({ globalDependencies }: Project, path: string): boolean {
  return globalDependencies.some((glob) =>
    glob.endsWith('/**') ? `${path}/`.startsWith(glob.slice(0, -2)) : glob === path,
  );
}

function testsOf({ files }: Project, folder: string): readonly string[] {
  return [...files.keys()].filter((path) => path.startsWith(`${folder}/test/`) && path.endsWith('.test.ts'));
}

/** @internal */
export const requiredTestScript = 'node ../../scripts/test-package.ts';

function findPackageViolations(
  project: Project,
  { name, folder, testScript, testDependsOn = project.testDependsOn }: Package,
): readonly string[] {
  const folderOf = new Map(project.packages.map((each) => [each.name, each.folder]));
  const covered = findCoveredPackages(project, name, testDependsOn);
  const reached = [...findReachedFiles(project.files, testsOf(project, folder), folderOf)];
  const packages = new Set(
    reached.flatMap((path) => project.packages.find((each) => path.startsWith(`${each.folder}/`)) ?? []),
  );
  const uncovered = [...packages].filter((each) => !covered.has(each.name));
  const unhashed = reached.filter((path) => !isKnown(project, path));
  return [
    ...(testScript === requiredTestScript
      ? []
      : [`${folder}/package.json: its script "test" must be "${requiredTestScript}"`]),
    ...uncovered.map(
      (each) =>
        `${folder}/turbo.json: its tests reach ${each.folder}: add "${each.name}#sources" to dependsOn of the ` +
        'task test',
    ),
    ...unhashed.map(
      (path) =>
        `${folder}: its tests reach ${path}, which Turbo does not hash; add it to globalDependencies in turbo.json`,
    ),
  ];
}

/** Whether a path is in a package, in globalDependencies, the project's root itself, or a known path outside. */
function isKnown(project: Project, path: string): boolean {
  const isInPackage = project.packages.some(({ folder }) => path === folder || path.startsWith(`${folder}/`));
  return (
    isInPackage || path === '.' || path.startsWith('.local') || isGlobal(project, path) || outsidePaths.includes(path)
  );
}

/** Returns the packages whose sources are part of the hash: those of the listed tasks, and their dependencies. */
function findCoveredPackages({ packages }: Project, name: string, dependsOn: readonly string[]): ReadonlySet<string> {
  const covered = new Set(
    dependsOn.flatMap((task) =>
      task === 'sources' ? [name] : task.endsWith('#sources') ? [task.slice(0, -'#sources'.length)] : [],
    ),
  );
  for (const each of covered)
    for (const dependency of packages.find((other) => other.name === each)?.dependencies ?? []) covered.add(dependency);
  return covered;
}
