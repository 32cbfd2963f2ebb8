// Runs the tests of each package that has changed since they passed, or that depends on a changed one, and restores the
// reports of the others. Arguments are passed on to Turbo: `--force` runs all tests, `--filter=@linework/db` those of
// one package.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { listPresent } from '@linework/testing/run/what-tests-need';
import { startTestServers } from '../test-servers.ts';
import { listChangedTasks } from './changed-tasks.ts';
import { testReports } from './count-tests.ts';
import { runPackageTests } from './run-package-tests.ts';

// Turbo hashes this, so that tests that this machine skipped run when it has what they need.
process.env['TEST_MACHINE'] = listPresent().join(' ');

// A report of an earlier run must not be used for a package whose tests do not finish.
for (const report of testReports()) rmSync(report);

const turboArgs = ['test', '//#task:tests', ...process.argv.slice(2)];
mkdirSync('.local', { recursive: true });
const reportsFolder = mkdtempSync('.local/test-reports-');
try {
  await testChangedPackages();
  // Each changed package takes its report; Turbo keeps it if all tests passed, and restores the reports of the other
  // packages.
  const flags = ['--continue=always', '--output-logs=new-only', '--log-prefix=none'];
  const env = { ...process.env, TEST_REPORTS: `${process.cwd()}/${reportsFolder}` };
  const turbo = spawn('turbo', ['run', ...turboArgs, ...flags], { stdio: 'inherit', env });
  const [code] = await once(turbo, 'close');
  process.exitCode = code === 0 ? 0 : 1;
} finally {
  rmSync(reportsFolder, { recursive: true });
}
/**
 * All in one run: a run of each package would load the modules that they share anew, and wait for its slowest file
 * alone.
 */
async function testChangedPackages(): Promise<void> {
  const tasks = listChangedTasks(turboArgs);
  if (tasks.length === 0) return;
  const { servers, stop } = await startTestServers();
  try {
    process.env['TEST_SERVERS'] = JSON.stringify(servers);
    await runPackageTests(tasks.map(({ hash, folders }) => ({ folders, path: `${reportsFolder}/${hash}.json` })));
  } finally {
    await stop();
  }
}
