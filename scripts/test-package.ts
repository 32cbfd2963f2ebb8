// `npm test` in the folder of a package: runs its tests. In a run of `scripts/checks/tests.ts` they have already run:
// then it only takes their report. Turbo stores the report, and does not run this again for the same hash, if the exit
// code is 0.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { hasPassed } from './checks/count-tests.ts';

const root = resolve(import.meta.dirname, '..');
const folders = process.argv.length > 2 ? process.argv.slice(2) : [`${relative(root, process.cwd())}/`];
const { TEST_REPORTS: reports, TURBO_HASH: hash, TEST_FORM: form } = process.env;
const own = resolve('.local/test-report.json');
const path = reports ? `${reports}/${hash}.json` : own;
if (!reports) {
  rmSync(own, { force: true });
  const { runPackageTests } = await import('./checks/run-package-tests.ts');
  await runPackageTests([{ folders, path }], root);
}
if (existsSync(path)) {
  const text = readFileSync(path, 'utf8');
  mkdirSync('.local', { recursive: true });
  writeFileSync(own, text);
  process.exitCode = hasPassed(JSON.parse(text), form === 'short') ? 0 : 1;
} else {
  // The hash is that of the sources now. They may have changed while the tests ran.
  console.error(
    `${folders.join(' ')}: no test result for the present sources. They changed meanwhile, or the run ended with ` +
      'an error.',
  );
  process.exitCode = 1;
}
