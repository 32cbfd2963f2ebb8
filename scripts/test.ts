// `npm test`: types, lint, and the tests in their short form. `npm run test:all`: every check and every test. `npm test
// -- PATH OR NAME ...`: all of these tests, and no check. `npm run test:unit`: the tests that need no server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findTestFiles, findUnitTests } from './unit-tests.ts';

const args = process.argv.slice(2);
const [program, programArgs, env] = chooseCommand();
const child = spawn(program, programArgs, { stdio: 'inherit', env: { ...process.env, ...env } });
const [code] = await once(child, 'close');
process.exitCode = code ?? 1;

function chooseCommand(): readonly [string, readonly string[], Readonly<Record<string, string>>] {
  if (args.length === 0)
    return [process.execPath, ['scripts/run-checks.ts', 'types', 'lint', 'tests'], { TEST_FORM: 'short' }];
  const unit = findUnitTests();
  // In one process the modules are loaded once. Most of these tests take a millisecond.
  if (args[0] === '--unit')
    return ['vitest', ['run', ...unit, '--reporter=dot', '--maxWorkers=2'], { TEST_SERVERS: 'none' }];
  const all = findTestFiles();
  const options = args.filter((arg) => arg.startsWith('-'));
  const words = args.filter((arg) => !arg.startsWith('-'));
  const paths = words.filter((word) => all.some((file) => file.includes(word)));
  const names = words.filter((word) => !paths.includes(word));
  const notThere = names.filter((name) => /[/.]/.test(name) && !name.includes(' '));
  if (notThere.length > 0) {
    console.error(`No test file has this in its path: ${notThere.join(', ')}.`);
    process.exit(2);
  }
  const selected = paths.length === 0 ? all : all.filter((file) => paths.some((path) => file.includes(path)));
  const needsServers = selected.some((file) => !unit.includes(file));
  const byName = names.length === 0 ? [] : ['-t', names.join(' ')];
  return ['vitest', ['run', ...paths, ...byName, ...options], needsServers ? {} : { TEST_SERVERS: 'none' }];
}
