import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countTests } from './count-tests.ts';

describe('counting the tests of a run', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'linework-report-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  let reports = 0;

  function report(...files: readonly { readonly status: string; readonly tests: readonly string[] }[]): string {
    reports += 1;
    const path = join(folder, `report-${reports}.json`);
    const name = join(process.cwd(), 'a/file.test.ts');
    const testResults = files.map(({ status, tests }) => ({
      name,
      status,
      assertionResults: tests.map((test) => ({ status: test, fullName: 'a test' })),
    }));
    writeFileSync(path, JSON.stringify({ testResults }));
    return path;
  }

  it('adds up passed and failed tests', () => {
    const path = report(
      { status: 'passed', tests: ['passed', 'passed'] },
      { status: 'failed', tests: ['passed', 'failed'] },
    );
    expect(countTests(false, [path])).toMatchObject({ passed: 3, failed: 1 });
  });

  it('counts a test that did not run as failed', () => {
    expect(countTests(true, [report({ status: 'passed', tests: ['passed', 'skipped', 'todo'] })])).toMatchObject({
      passed: 1,
      failed: 2,
    });
  });

  const lack = { need: 'chromium', reason: 'chromium is missing.' };

  it('counts a test as skipped, with the reason, if it or its file declared what the machine lacks', () => {
    const skipped = { status: 'skipped', fullName: 'a test' };
    const path = reportOf({ status: 'passed', assertionResults: [{ ...skipped, meta: { lack } }] });
    expect(countTests(true, [path])).toMatchObject({ passed: 0, failed: 0, skips: [{ ...lack, tests: 1 }] });
    const whole = reportOf({
      status: 'passed',
      lack,
      assertionResults: [skipped, skipped, { status: 'passed', fullName: 'one' }],
    });
    expect(countTests(true, [whole])).toMatchObject({ passed: 1, failed: 0, skips: [{ ...lack, tests: 2 }] });
  });

  it('counts a test as failed if it failed, whatever its machine lacks', () => {
    const path = reportOf({ lack, assertionResults: [{ status: 'failed', fullName: 'a test', meta: { lack } }] });
    expect(countTests(false, [path])).toMatchObject({ failed: 1, skips: [] });
  });

  it('adds up by kind how many cases samples left out', () => {
    const leftOut = [
      { kind: 'cases', count: 2 },
      { kind: 'cases', count: 3 },
      { kind: 'inputs', count: 1 },
    ];
    const path = reportOf({ status: 'passed', leftOut, assertionResults: [{ status: 'passed', fullName: 'one' }] });
    expect(countTests(true, [path]).leftOut).toEqual({ cases: 5, inputs: 1 });
  });

  it('counts a file that could not be loaded as failed', () => {
    expect(
      countTests(false, [report({ status: 'failed', tests: [] }, { status: 'passed', tests: ['passed'] })]),
    ).toMatchObject({ passed: 1, failed: 1 });
  });

  it('counts a failed run without a failed test, or a run without tests, as one failure', () => {
    expect(countTests(false, [report({ status: 'passed', tests: ['passed'] })])).toMatchObject({
      passed: 1,
      failed: 1,
    });
    expect(countTests(true, [report()])).toMatchObject({ passed: 0, failed: 1 });
  });

  it('names what failed by its file', () => {
    const path = report({ status: 'failed', tests: ['passed', 'failed', 'skipped'] }, { status: 'failed', tests: [] });
    expect(countTests(false, [path]).failures).toEqual([
      'a/file.test.ts: a test',
      'a/file.test.ts: a test (did not run)',
      'a/file.test.ts could not be loaded',
    ]);
    expect(countTests(false, [report()]).failures).toEqual(['the run, without a failed test']);
  });

  function reportOf(file: object): string {
    const path = join(folder, 'report-with-errors.json');
    writeFileSync(
      path,
      JSON.stringify({ testResults: [{ name: join(process.cwd(), 'a/file.test.ts'), status: 'failed', ...file }] }),
    );
    return path;
  }

  it('says why a test failed, without colours and frames', () => {
    const message = `\u001b[31mError\u001b[39m: expected 1 to be 2\n${'    at a frame\n'.repeat(100)}`;
    const path = reportOf({ assertionResults: [{ status: 'failed', fullName: 'a test', failureMessages: [message] }] });
    expect(countTests(false, [path]).failures).toEqual(['a/file.test.ts: a test\n      Error: expected 1 to be 2']);
  });

  it('shows the start and the end of a long error', () => {
    const message = Array.from({ length: 100 }, (_, line) => `line ${line + 1}`).join('\n');
    const path = reportOf({ assertionResults: [{ status: 'failed', fullName: 'a test', failureMessages: [message] }] });
    const [failure = ''] = countTests(false, [path]).failures ?? [];
    const lines = failure.split('\n').map((line) => line.trim());
    expect(lines).toHaveLength(18);
    expect([lines[1], lines[8], lines[9], lines[10], lines[17]]).toEqual([
      'line 1',
      'line 8',
      '(84 more lines)',
      'line 93',
      'line 100',
    ]);
  });

  it('says once why the tests of a suite did not run', () => {
    const path = reportOf({
      suiteErrors: ['Error: no browser'],
      assertionResults: ['one', 'two'].map((fullName) => ({ status: 'skipped', fullName })),
    });
    expect(countTests(false, [path]).failures).toEqual([
      'a/file.test.ts: one (did not run)\n      Error: no browser',
      'a/file.test.ts: two (did not run)',
    ]);
  });

  it('counts an error after the tests of a file as a failure of its own', () => {
    const path = reportOf({
      suiteErrors: ['Error: not closed'],
      assertionResults: [{ status: 'passed', fullName: 'one' }],
    });
    expect(countTests(false, [path])).toMatchObject({
      passed: 1,
      failed: 1,
      failures: ['a/file.test.ts: outside of its tests\n      Error: not closed'],
    });
  });

  it('adds up the reports of several packages', () => {
    const paths = [
      report({ status: 'passed', tests: ['passed'] }),
      report({ status: 'failed', tests: ['passed', 'failed'] }),
    ];
    expect(countTests(false, paths)).toMatchObject({ passed: 2, failed: 1 });
  });

  it('never reads the report of an earlier run', () => {
    const path = report({ status: 'passed', tests: ['passed'] });
    expect(countTests(true, [path])).toMatchObject({ passed: 1, failed: 0 });
    expect(countTests(true, [path])).toMatchObject({ passed: 0, failed: 1 });
  });
});
