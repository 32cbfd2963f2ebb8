// Runs the named checks, or all except those after `--without`, one after the other, and prints `N passed, N failed, N
// skipped`.
import { checks } from './checks/all.ts';
import { type Outcome, runCheck } from './checks/run-check.ts';
import {
  countSkipped,
  describeFailures,
  describeLeftOut,
  describeSkips,
  findForbiddenSkips,
} from './checks/summary.ts';

const chosen = choose(process.argv.slice(2));
const outcomes: Outcome[] = [];
for (const check of chosen) outcomes.push(await runCheck(check));

console.log('\nSummary');
for (const outcome of outcomes)
  console.log(`  ${describeOutcome(outcome).padEnd(7)} ${outcome.name.padEnd(10)} ${outcome.seconds.toFixed(1)} s`);
for (const { name, failures = [] } of outcomes)
  for (const line of describeFailures(name, failures)) console.log(`  ${line}`);
const skips = outcomes.flatMap(({ skips = [] }) => skips);
const forbidden = findForbiddenSkips(skips, process.env['CI'] === 'true');
printAll('Skipped, because this machine lacks what they need:', describeSkips(skips));
printAll('With CI=true these must not be skipped (scripts/checks/summary.ts):', describeSkips(forbidden));
if (process.env['TEST_FORM'] === 'short') printAll('Left to "npm run test:all":', describeLeftOut(chosen, outcomes));
const passed = sum(outcomes.map((outcome) => outcome.passed));
const failed = sum(outcomes.map((outcome) => outcome.failed)) + countSkipped(forbidden);
const skipped = countSkipped(skips) - countSkipped(forbidden);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
// The lines to read stand last, and not above the summary.
for (const { name, output = [] } of outcomes) if (output.length > 0) console.log([`\n${name}:`, ...output].join('\n'));
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

function describeOutcome({ passed, failed, skips = [] }: Outcome): string {
  if (failed > 0) return 'FAILED';
  return passed === 0 && skips.length > 0 ? 'skipped' : 'passed';
}

function printAll(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title}`);
  for (const line of lines) console.log(`  ${line}`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
