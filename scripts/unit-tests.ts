import { globSync, readFileSync } from 'node:fs';
import { findReachedFiles } from './checks/find-reached-files.ts';

/** A test that imports one of these files needs PostgreSQL, Redis or another program. */
const serverFiles = [
  'packages/testing/src/create-test-db.ts',
  'packages/testing/src/test-redis-url.ts',
  'packages/local-servers/src/',
  'packages/testing/src/processes/',
  'packages/testing/src/start-',
  'scripts/test-servers.ts',
];

/** Matches tests that start a program by a command, which the imports do not show. */
const startsProgram = /from 'node:child_process'/;

/** Lists all test files that vitest.config.ts includes. */
export function findTestFiles(): readonly string[] {
  return globSync(['{apps,packages}/*/test/**/*.test.ts', '{scripts,campaign}/**/*.test.ts']).toSorted();
}

/** Lists the test files that need no server and start no program. */
export function findUnitTests(): readonly string[] {
  const paths = globSync('{{apps,packages}/*/{src,test}/**,scripts/**,campaign/**}/*.ts').filter((path) => !path.startsWith('packages/db/src/generated/'));
  const files = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  const folders = globSync('{apps,packages}/*');
  const folderOf = new Map(folders.map((folder) => [`@linework/${folder.split('/')[1]}`, folder]));
  const isServer = (path: string) => serverFiles.some((prefix) => path.startsWith(prefix));
  return findTestFiles().filter((test) => {
    const reached = [...findReachedFiles(files, [test], folderOf)];
    return !reached.some((path) => isServer(path) || (path.includes('/test/') && startsProgram.test(files.get(path) ?? '')));
  });
}
