// Runs the named checks, or all except those after `--without`, one after the other, and prints `N passed, N failed`.
import { checks } from './checks/all.ts';
import { describeFailures } from './checks/describe-failures.ts';
import { type Outcome, runCheck } from './checks/run-check.ts';

const chosen = choose(process.argv.slice(2));
const outcomes: Outcome[] = [];
for (const check of chosen) outcomes.push(await runCheck(check));

console.log('\nSummary');
for (const outcome of outcomes) console.log(`  ${describeOutcome(outcome).padEnd(7)} ${outcome.name.padEnd(10)} ${outcome.seconds.toFixed(1)} s`);
for (const { name, failures = [] } of outcomes) for (const failure of failures) console.log(`  ${name}: ${failure}`);
for (const { name, failures = [] } of outcomes) for (const line of describeFailures(name, failures)) console.log(`  ${line}`);
const [passed, failed] = [sum(outcomes.map((outcome) => outcome.passed)), sum(outcomes.map((outcome) => outcome.failed))];
const skipped = outcomes.filter((outcome) => outcome.skipped).length;
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;

function choose(args: readonly string[]): typeof checks {
  const leaveOut = args[0] === '--without';
  const names = leaveOut ? args.slice(1) : args;
  const unknown = names.find((name) => !checks.some((check) => check.name === name));
  if (unknown !== undefined) {
    console.error(`Unknown check "${unknown}". The checks are ${checks.map(({ name }) => name).join(', ')}.`);
    process.exit(2);
  }
  return names.length === 0 ? checks : checks.filter(({ name }) => names.includes(name) !== leaveOut);
}

function describeOutcome({ failed, skipped }: Outcome): string {
  if (skipped) return 'skipped';
  return failed === 0 ? 'passed' : 'FAILED';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
