import { findReachedFiles, type SourceFiles } from '../find-reached-files.ts';

/** Files that only tests use, with the reason why they exist. */
const exceptions: Readonly<Record<string, string>> = {
  'packages/testing/src/processes/shift-clock.ts': 'loaded by a path without "./"',
  'packages/lifecycle/src/build-guard-triggers.ts':
    'prints the statements of a migration; a test compares them with the database',
  'packages/lifecycle/src/find-unreachable-statuses.ts': 'a property of lifecycles that a test checks',
  'packages/partners/src/away-partners.ts': 'a port without a partner, for tests of several packages',
};

/** Programs that a person, npm or another program starts. */
const isProgram = (path: string) =>
  /^(?:apps|packages)\/[^/]+\/src\/(?:main|[\w-]+-main)\.tsx?$/.test(path) ||
  /^(?:scripts|campaign|bench)\//.test(path);
/** Packages that exist for tests. */
const isForTests = (path: string) => /^packages\/(?:testing|fixtures|local-servers|simulator)\/src\//.test(path);
const isTest = (path: string) => /^(?:apps|packages)\/[^/]+\/test\//.test(path);
const isSource = (path: string) => /^(?:apps|packages)\/[^/]+\/src\//.test(path);

/**
 * Finds source files that no program uses. Returns one sentence for each. A file that only its own tests use is an
 * orphan too: knip cannot detect it, because every file of a package is an entry through "./*" in its exports.
 */
export function findOrphans(files: SourceFiles, folderOf: ReadonlyMap<string, string>): readonly string[] {
  const paths = [...files.keys()];
  const programs = findReachedFiles(files, paths.filter(isProgram), folderOf);
  const tests = findReachedFiles(files, paths.filter(isTest), folderOf);
  const isReached = (path: string) => programs.has(path) || path in exceptions || (isForTests(path) && tests.has(path));
  return paths
    .filter((path) => isSource(path) && !isReached(path))
    .map((path) => `${path}: no program uses it; delete it, or import it where it is needed`);
}
