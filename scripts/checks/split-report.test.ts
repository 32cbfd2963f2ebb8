import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasPassed, splitReport } from './split-report.ts';

const result = (path: string, status = 'passed') => ({
  name: join(process.cwd(), path),
  status,
  assertionResults: [{ status }],
});
const http = { hash: '1', folders: ['packages/http/'] };
const project = { hash: '2', folders: ['scripts/', 'campaign/'] };

describe('splitting the report of a run', () => {
  it('gives each task the results of its own files, complete', () => {
    const [a, b, c] = [
      result('packages/http/test/a.test.ts'),
      result('scripts/b.test.ts', 'failed'),
      result('campaign/c.test.ts'),
    ];
    expect(splitReport({ testResults: [a, b, c] }, [http, project])).toEqual([
      { hash: '1', report: { testResults: [a], hasErrors: false } },
      { hash: '2', report: { testResults: [b, c], hasErrors: false } },
    ]);
  });

  it('gives each task the error between tests, because nothing tells whose it is', () => {
    const [first] = splitReport({ testResults: [result('packages/http/test/a.test.ts')], hasErrors: true }, [http]);
    expect(first?.report).toMatchObject({ hasErrors: true });
  });

  it.each([
    ['none', []],
    ['two', [http, http]],
  ])('fails if a file belongs to %s of the tasks', (_count, tasks) => {
    expect(() => splitReport({ testResults: [result('packages/http/test/a.test.ts')] }, tasks)).toThrow(
      'packages/http/test/a.test.ts',
    );
  });
});

describe('a report', () => {
  it.each([
    ['has passed if all files passed', ['passed', 'passed'], true],
    ['has not passed if a file failed', ['passed', 'failed'], false],
    ['has not passed without a file', [], false],
  ] as const)('%s', (_name, statuses, expected) => {
    expect(hasPassed({ testResults: statuses.map((status) => result('a.test.ts', status)) })).toBe(expected);
  });

  it('has not passed after an error between tests', () => {
    expect(hasPassed({ testResults: [result('a.test.ts')], hasErrors: true })).toBe(false);
  });
});
