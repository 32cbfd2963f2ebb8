// Fails if a committed file has a path of one machine or a private registry.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { findHygieneViolations } from './rules/hygiene-rules.ts';

/** The test of the rules contains violations on purpose. */
const exempt = 'scripts/checks/rules/hygiene-rules.test.ts';

const listed = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).split('\0');
const paths = listed.filter(
  (path) => path !== '' && path !== exempt && statSync(path, { throwIfNoEntry: false })?.isFile(),
);
const violations = paths.flatMap((path) => findHygieneViolations(path, readFileSync(path, 'utf8')));
for (const fault of violations) console.error(fault);
console.log(`${paths.length} files checked, ${violations.length} violations.`);
process.exitCode = violations.length === 0 && paths.length > 0 ? 0 : 1;
