import { findMisfits } from './find-misfits.ts';
import { type Mutant, runTests } from './run-tests.ts';

/**
 * Runs the tests of known bugs: first without a bug, when all must pass, then with each, when one must fail. Returns 0
 * if every bug was detected, 1 if one was missed, 3 if the run proves nothing.
 */
export async function detectMutants(mutants: readonly Mutant[], log: (line: string) => void): Promise<0 | 1 | 3> {
  const obstacles = [...mutants.flatMap(findMisfits), ...(await findFailures(mutants))];
  for (const obstacle of obstacles) log(`VOID  ${obstacle}`);
  if (obstacles.length > 0) return 3;
  const outcomes: Outcome[] = [];
  for (const mutant of mutants) {
    const startedAt = performance.now();
    const [outcome, text] = await detect(mutant);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    log(`${outcome}  ${mutant.name}  ${seconds} s  ${text}`);
    outcomes.push(outcome);
  }
  log(`${outcomes.filter((outcome) => outcome === 'DETECTED').length} of ${mutants.length} known bugs were detected.`);
  if (outcomes.includes('MISSED')) return 1;
  return outcomes.includes('VOID') ? 3 : 0;
}

type Outcome = 'DETECTED' | 'MISSED' | 'VOID';

async function findFailures(mutants: readonly Mutant[]): Promise<readonly string[]> {
  const { failed, broken } = await runTests([...new Set(mutants.flatMap(({ tests }) => tests))]);
  return [...failed, ...broken].map((name) => `fails without a known bug: ${name}`);
}

/** A file that fails outside of its tests, for example as it is imported, detects nothing. */
async function detect({ tests, edits }: Mutant): Promise<readonly [Outcome, string]> {
  const { passed, failed, broken } = await runTests(tests, edits);
  const [first] = failed;
  if (broken.length > 0) return ['VOID', `fails outside of its tests: ${broken[0]}`];
  return first === undefined ? ['MISSED', `by ${passed} tests`] : ['DETECTED', `by: ${first}`];
}
