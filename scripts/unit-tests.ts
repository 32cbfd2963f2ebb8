import { globSync, readFileSync } from 'node:fs';
import { findReachedFiles } from './checks/find-reached-files.ts';

/** A test that reaches one of these needs PostgreSQL, Redis or a program of its own. */
const serverFiles = [
  'packages/testing/src/create-test-db.ts',
  'packages/testing/src/servers/test-redis-url.ts',
  'packages/local-servers/src/',
  'packages/testing/src/processes/',
  'packages/testing/src/simulators/start-',
  'scripts/test-servers.ts',
];

/** Test code that starts a program or listens on a port, which no import shows. */
const startsServer = /from 'node:child_process'|\.listen\(/;

const isTestCode = (path: string) =>
  path.includes('/test/') || /^packages\/(testing|fixtures)\/src\//.test(path) || path.endsWith('.test.ts');

/** Every test file, as vitest.config.ts includes them. */
export function findTestFiles(): readonly string[] {
  return globSync(['{apps,packages}/*/test/**/*.test.ts', '{scripts,campaign}/**/*.test.ts']).toSorted();
}

/** The test files that need no server and start no program. */
export function findUnitTests(): readonly string[] {
  const paths = globSync('{{apps,packages}/*/{src,test}/**,scripts/**,campaign/**}/*.ts').filter(
    (path) => !path.startsWith('packages/db/src/generated/'),
  );
  const files = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  const folders = globSync('{apps,packages}/*');
  const folderOf = new Map(folders.map((folder) => [`@linework/${folder.split('/')[1]}`, folder]));
  const isServer = (path: string) => serverFiles.some((prefix) => path.startsWith(prefix));
  return findTestFiles().filter((test) => {
    const reached = [...findReachedFiles(files, [test], folderOf)];
    return !reached.some((path) => isServer(path) || (isTestCode(path) && startsServer.test(files.get(path) ?? '')));
  });
}
