// Fails if a page of docs/decisions has no status or no line in the index, and if a missing number has no reason.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { findDecisionViolations } from './rules/decision-rules.ts';

const folder = 'docs/decisions';
const pages = new Map(
  globSync(`${folder}/[0-9]*.md`).map((path) => [basename(path), readFileSync(path, 'utf8')] as const),
);
if (pages.size === 0) throw new Error(`There are no pages in ${folder}.`);
const violations = findDecisionViolations(pages, readFileSync(`${folder}/README.md`, 'utf8'));
for (const violation of violations) console.error(violation);
console.log(`${pages.size} decisions checked, ${violations.length} violations.`);
process.exitCode = violations.length === 0 ? 0 : 1;
