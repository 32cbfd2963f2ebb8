import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Edit, plantedBugSetting } from '@linework/testing/programs/planted-bug';

/** A known bug: its name, the edits of the sources that create it, and the tests that detect it. */
export interface Mutant {
  readonly name: string;
  /** Words of the paths of the test files. */
  readonly tests: readonly string[];
  readonly edits: readonly Edit[];
}

/** Returns the names of the tests that fail with the bug. Raises an error if no test ran. */
export async function runTestsWith({ name, tests, edits }: Mutant): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'linework-mutant-'));
  try {
    const report = join(folder, 'report.json');
    const args = ['scripts/test.ts', ...tests, '--reporter=json', `--outputFile=${report}`];
    const env = { ...process.env, [plantedBugSetting]: JSON.stringify(edits) };
    await once(spawn(process.execPath, args, { stdio: 'ignore', env }), 'close');
    const { numTotalTests, testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
    if (numTotalTests === 0) throw new Error(`No test ran for the bug ${name}: ${tests.join(' ')}`);
    return testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Report {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}
