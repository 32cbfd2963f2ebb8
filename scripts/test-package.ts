// `npm test` in the folder of a package: runs its tests. In a run of `scripts/checks/tests.ts` they have already run:
// then it only takes their report. Turbo stores the report, and does not run this again for the same hash, if the exit
// code is 0.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { hasPassed } from './checks/split-report.ts';

const root = new URL('..', import.meta.url).pathname;
const folders = process.argv.length > 2 ? process.argv.slice(2) : [`${relative(root, process.cwd())}/`];
const report = '.local/test-report.json';
const { TEST_REPORTS: reports, TURBO_HASH: hash } = process.env;
process.exitCode = reports ? takeReport(`${reports}/${hash}.json`) : runTests();

function takeReport(path: string): number {
  // The hash is that of the sources now. They may have changed while the tests ran.
  if (!existsSync(path)) {
    console.error(
      `${folders.join(' ')}: no test result for the present sources. They changed meanwhile, or the run ended ` +
        'with an error.',
    );
    return 1;
  }
  const text = readFileSync(path, 'utf8');
  mkdirSync('.local', { recursive: true });
  writeFileSync(report, text);
  return hasPassed(JSON.parse(text), process.env['TEST_FORM'] === 'short') ? 0 : 1;
}

function runTests(): number {
  const own = `${relative(root, process.cwd())}/${report}`.replace(/^\//, '');
  const flags = ['--reporter=default', '--reporter=json', `--outputFile=${own}`];
  return spawnSync('vitest', ['run', '--root', root, ...folders, ...flags], { stdio: 'inherit' }).status ?? 1;
}
