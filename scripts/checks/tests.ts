// Runs the tests of every package that has changed since they passed, or that uses one that has, and puts back the reports of the others.
// Arguments are passed on to Turbo: `--force` runs all of them, `--filter=@linework/db` those of one package.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { startTestServers } from '../test-servers.ts';
import { testReports } from './count-tests.ts';

/** Lies beside the project and is no part of it: Turbo is told whether it is there, because tests check more where it is. */
const officialSchemas = process.env['OFFICIAL_SCHEMAS_FOLDER'] ?? '../shared/data/nfcom-1.00-rtc-1.10';

// A report of an earlier run must not speak for a package whose tests do not come to their end.
for (const report of testReports()) rmSync(report);

const { servers, stop } = await startTestServers();
try {
  const env = { ...process.env, TEST_SERVERS: JSON.stringify(servers), OFFICIAL_SCHEMAS: existsSync(officialSchemas) ? 'there' : 'not there' };
  // One package at a time: its tests share the processors among themselves. A package that fails does not keep the others from being tested.
  const flags = ['--concurrency=1', '--continue=always', '--output-logs=new-only', '--log-prefix=none'];
  const turbo = spawn('turbo', ['run', 'test', '//#task:tests', ...flags, ...process.argv.slice(2)], { stdio: 'inherit', env });
  const [code] = await once(turbo, 'close');
  process.exitCode = code === 0 ? 0 : 1;
} finally {
  await stop();
}
