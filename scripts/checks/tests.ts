// Runs the tests of each package that has changed since they passed, or that depends on a changed one, and restores the reports of the others.
// Arguments are passed on to Turbo: `--force` runs all tests, `--filter=@linework/db` those of one package.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { startTestServers } from '../test-servers.ts';
import { testReports } from './count-tests.ts';

/** This folder is outside the project. Turbo hashes whether it exists, because some tests need it. */
const officialSchemas = process.env['OFFICIAL_SCHEMAS_FOLDER'] ?? '../shared/data/nfcom-1.00-rtc-1.10';

// A report of an earlier run must not be used for a package whose tests do not finish.
for (const report of testReports()) rmSync(report);

const { servers, stop } = await startTestServers();
try {
  const hasSchemas = existsSync(officialSchemas);
  const env = { ...process.env, TEST_SERVERS: JSON.stringify(servers), OFFICIAL_SCHEMAS: hasSchemas ? 'there' : 'not there' };
  // One package at a time, because its test files already use all cores. After a failure the other packages are still tested.
  const flags = ['--concurrency=1', '--continue=always', '--output-logs=new-only', '--log-prefix=none'];
  const turbo = spawn('turbo', ['run', 'test', '//#task:tests', ...flags, ...process.argv.slice(2)], { stdio: 'inherit', env });
  const [code] = await once(turbo, 'close');
  process.exitCode = code === 0 ? 0 : 1;
  if (!hasSchemas)
    console.error(
      `The official schemas of NFCom are not in ${officialSchemas}. The tests that need them did not run and count as failed. See CONTRIBUTING.md.`,
    );
} finally {
  await stop();
}
