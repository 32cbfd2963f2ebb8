import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from './count-tests.ts';

const project = resolve(import.meta.dirname, '../..');
const root = mkdtempSync(join(tmpdir(), 'linework-reports-'));
afterAll(() => rmSync(root, { recursive: true }));
symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));

const plant = (path: string, ...lines: readonly string[]) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  const imports = "import { afterAll, beforeAll, describe, expect, it, TestRunner } from 'vitest';\n";
  writeFileSync(join(root, path), imports + lines.join('\n'));
};

/** Runs the planted tests as `npm run test:all` does. */
function run(...targets: readonly { readonly folders: readonly string[]; readonly path: string }[]) {
  const call = `m.runPackageTests(${JSON.stringify(targets)}, ${JSON.stringify(root)})`;
  const code = `import(${JSON.stringify(join(import.meta.dirname, 'run-package-tests.ts'))}).then((m) => ${call})`;
  return spawnSync(process.execPath, ['--eval', code], { cwd: root, encoding: 'utf8' });
}

const target = (name: string, ...folders: readonly string[]) => ({ folders, path: join(root, 'reports', name) });
const read = (name: string): Report => JSON.parse(readFileSync(join(root, 'reports', name), 'utf8'));

const wait = "it('two', () => new Promise((resolve) => setTimeout(resolve, 50)));";

describe('the reports of a run', () => {
  beforeAll(() => {
    const lack = "{ need: 'chromium', reason: 'chromium is missing.' }";
    plant('packages/http/test/a.test.ts', "it('one', () => {});", "it('two', () => {});");
    plant(
      'packages/db/test/failing.test.ts',
      "it('passes', () => {});",
      "it('fails', () => { throw new Error('\\u001b[31mred\\u001b[39m, and why'); });",
      "const text = Array.from({ length: 100 }, (_, n) => 'line ' + (n + 1)).join('\\n');",
      "it('is long', () => { throw new Error(text); });",
    );
    plant('packages/db/test/broken.test.ts', "throw new Error('no module');");
    plant(
      'packages/db/test/idle.test.ts',
      "it.skip('is skipped', () => {});",
      "it.todo('is planned');",
      "it('x', () => {});",
    );
    const hook = "describe('browser', () => { beforeAll(() => { throw new Error('no browser'); });";
    plant('packages/db/test/hook.test.ts', hook, "it('one', () => {}); it('two', () => {}); });");
    const after = "afterAll(() => { throw new Error('not closed'); });";
    plant('packages/db/test/after.test.ts', after, "it('one', () => {});");
    plant(
      'scripts/lacking.test.ts',
      `it('lacks', (context) => { context.task.meta.lack = ${lack}; context.skip(); });`,
      "it('samples', ({ task }) => { task.meta.leftOut = { cases: 3 }; });",
    );
    plant(
      'campaign/lacking.test.ts',
      `const { file } = TestRunner.getCurrentSuite(); file.meta.lack = ${lack}; file.meta.leftOut = { cases: 4 };`,
      "describe.skip('night', () => { it('one', () => {}); it('two', () => {}); });",
    );
    const targets = [target('http', 'packages/http/'), target('db', 'packages/db/')];
    const { status } = run(...targets, target('project', 'scripts/', 'campaign/'), target('none', 'packages/none/'));
    expect(status).toBe(0);
  });

  it('count what passed, each in the report of its package', () => {
    expect(read('http')).toEqual({ files: 1, passed: 2, failures: [], skips: [], leftOut: {}, hasErrors: false });
    expect(read('db')).toMatchObject({ files: 5, passed: 3 });
    expect(read('none')).toMatchObject({ files: 0, passed: 0 });
  });

  const failuresOf = (file: string) =>
    read('db').failures.filter((failure) => failure.startsWith(`packages/db/test/${file}`));

  it('say why a test failed, without colours and frames', () => {
    expect(failuresOf('failing')[0]).toBe('packages/db/test/failing.test.ts: fails\n      Error: red, and why');
  });

  it('show the start and the end of a long error', () => {
    const lines = failuresOf('failing')[1]
      ?.split('\n')
      .map((line) => line.trim());
    expect(lines).toHaveLength(18);
    expect([lines?.[1], lines?.[8], lines?.[9], lines?.[10], lines?.[17]]).toEqual([
      'Error: line 1',
      'line 8',
      '(84 more lines)',
      'line 93',
      'line 100',
    ]);
  });

  it('name a file that could not be loaded, and why', () => {
    expect(failuresOf('broken')).toEqual([
      'packages/db/test/broken.test.ts could not be loaded\n      Error: no module',
    ]);
  });

  it('count a test that did not run as failed', () => {
    expect(failuresOf('idle')).toEqual([
      'packages/db/test/idle.test.ts: is skipped (did not run)',
      'packages/db/test/idle.test.ts: is planned (did not run)',
    ]);
  });

  it('say once why the tests of a suite did not run', () => {
    expect(failuresOf('hook')).toEqual([
      'packages/db/test/hook.test.ts: browser > one (did not run)\n      Error: no browser',
      'packages/db/test/hook.test.ts: browser > two (did not run)',
    ]);
  });

  it('count an error after the tests of a file as a failure of its own', () => {
    expect(failuresOf('after')).toEqual([
      'packages/db/test/after.test.ts: outside of its tests\n      Error: not closed',
    ]);
  });

  it('count a test as skipped, with the reason, if it or its file declared what the machine lacks', () => {
    const skip = { need: 'chromium', reason: 'chromium is missing.', tests: 1 };
    expect(read('project')).toMatchObject({ passed: 1, failures: [], skips: [skip, skip, skip] });
  });

  it('add up what samples left out', () => {
    expect(read('project').leftOut).toEqual({ cases: 7 });
  });

  it('have an error between tests, because nothing tells whose it is', () => {
    plant(
      'packages/http/test/b.test.ts',
      "it('one', () => { setTimeout(() => { throw new Error('late'); }); });",
      wait,
    );
    run(target('late', 'packages/http/'), target('other', 'scripts/'));
    expect([read('late').hasErrors, read('other').hasErrors]).toEqual([true, true]);
    rmSync(join(root, 'packages/http/test/b.test.ts'));
  });

  it.each([
    ['none', [target('http', 'packages/http/')], 'scripts/packages/http/d.test.ts'],
    ['two', [target('http', 'packages/http/'), target('again', 'packages/http/')], 'packages/http/test/a.test.ts'],
  ])('fail if a file belongs to %s of the tasks', (_count, targets, path) => {
    plant(path, "it('one', () => {});");
    const { status, stderr } = run(...targets);
    rmSync(join(root, path));
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${path} is in the folder of`)]);
  });
});
