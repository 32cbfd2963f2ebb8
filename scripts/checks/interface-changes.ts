// Fails if the interface has a breaking change since the previous version that is not in
// scripts/interface-changes/accepted.ts, or if that list has more.
import { readFileSync } from 'node:fs';
import { acceptedChanges } from '../interface-changes/accepted.ts';
import { findReason, previousVersion, readChanges } from '../interface-changes/read-changes.ts';

const changes = readChanges(JSON.parse(readFileSync('docs/generated/openapi.json', 'utf8')));
const breaking = changes.filter(({ isBreaking }) => isBreaking);
const unexpected = breaking.filter((change) => findReason(change) === undefined);
const accepted = acceptedChanges.flatMap(({ changes: texts }) =>
  Object.entries(texts).flatMap(([text, operations]) => operations.map((one) => `${one}: ${text}`)),
);
const existing = new Set(breaking.map(({ operation, text }) => `${operation}: ${text}`));
const obsolete = accepted.filter((change) => !existing.has(change));
for (const { operation, text } of unexpected)
  console.error(`${operation}: ${text} Clients of ${previousVersion} break; undo it, or give a reason in accepted.ts.`);
for (const text of obsolete)
  console.error(`scripts/interface-changes/accepted.ts has a change that does not exist: ${text}`);
console.log(
  `${changes.length} changes since ${previousVersion}, ${breaking.length} of them breaking, ${unexpected.length} ` +
    'without a reason.',
);
process.exitCode = unexpected.length + obsolete.length === 0 && changes.length > 0 ? 0 : 1;
