import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

function runScript(body: string) {
  const script = `
    import { exitWithError } from '${new URL('../src/exit-with-error.ts', import.meta.url)}';
    import { ConfigError } from '${new URL('../src/config-error.ts', import.meta.url)}';
    setInterval(() => {}, 1_000);
    ${body}`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  return { status, stderr };
}

describe('exiting with an error', () => {
  it('prints all errors in one line and exits with code 1, even if handles are open', () => {
    expect(runScript(`exitWithError(new ConfigError(['A is missing', 'B is missing']));`)).toEqual({
      status: 1,
      stderr: 'Cannot start: A is missing; B is missing\n',
    });
  });

  it('prints a system error in one line', () => {
    const { stderr } = runScript(`
      import { createServer } from 'node:net';
      const first = createServer().listen(0, '127.0.0.1', () => {
        createServer().on('error', exitWithError).listen(first.address().port, '127.0.0.1');
      });`);
    expect(stderr).toMatch(/^Cannot start: listen EADDRINUSE: address already in use 127\.0\.0\.1:\d+\n$/);
  });

  it('prints the first error of a host that is reachable on none of its addresses', () => {
    const { stderr } = runScript(`
      const each = Object.assign(new Error('connect ECONNREFUSED ::1:1'), { code: 'ECONNREFUSED' });
      exitWithError(Object.assign(new AggregateError([each]), { code: 'ECONNREFUSED' }));`);
    expect(stderr).toBe('Cannot start: connect ECONNREFUSED ::1:1\n');
  });

  it('prints a bug with its stack', () => {
    expect(runScript(`exitWithError(new TypeError('x is not a function'));`).stderr).toMatch(
      /TypeError: x is not a function\n\s+at /,
    );
  });
});
