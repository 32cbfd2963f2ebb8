import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Edit, plantedBugSetting } from '@linework/testing/programs/planted-bug';

/** A known bug: its name, the edits of the sources that create it, and the tests that detect it. */
export interface Mutant {
  readonly name: string;
  /** Words of the paths of the test files. */
  readonly tests: readonly string[];
  readonly edits: readonly Edit[];
}

export interface TestRun {
  readonly passed: number;
  /** The names of the tests that failed. */
  readonly failed: readonly string[];
  /** Files that failed outside of a test, with their errors. */
  readonly broken: readonly string[];
}

/** Runs tests with a bug in the sources; without edits, as they are. */
export async function runTests(tests: readonly string[], edits: readonly Edit[] = []): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'linework-mutant-'));
  try {
    const report = join(folder, 'report.json');
    const args = ['scripts/test.ts', ...tests, '--reporter=json', `--outputFile=${report}`];
    const env = { ...process.env, [plantedBugSetting]: JSON.stringify(edits) };
    await once(spawn(process.execPath, args, { stdio: 'ignore', env }), 'close');
    const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    return {
      passed: results.filter(({ status }) => status === 'passed').length,
      failed: results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
      broken: testResults
        .filter((file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'))
        .map(({ name, message }) => `${name}: ${stripVTControlCharacters(message)}`),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}
