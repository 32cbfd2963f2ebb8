import type { Change } from '../interface-changes/compare.ts';
import { findReason, previousVersion, readChanges } from '../interface-changes/read-changes.ts';
import { note } from './note.ts';

/** The page that lists what has changed in the interface since the previous version. */
export function interfaceChangesPage(document: unknown): string {
  const changes = readChanges(document);
  const breaking = changes.filter(({ isBreaking }) => isBreaking);
  const compatible = changes.filter(({ isBreaking }) => !isBreaking);
  return `${note}
# Changes of the interface

What has changed since version ${previousVersion}. A program compares the two OpenAPI documents; a breaking change
without a reason fails the check \`interface\`.

## Breaking changes

A client of ${previousVersion} that uses one of these needs a change.

${listByReason(breaking)}
## Additions and other changes

${listByOperation(compatible)}`;
}

function listByReason(changes: readonly Change[]): string {
  const reasons = Map.groupBy(changes, (change) => findReason(change) ?? 'No reason is given.');
  return [...reasons]
    .map(
      ([reason, group]) =>
        `### ${reason}\n\n${listBy(
          group,
          ({ text }) => text,
          ({ operation }) => `\`${operation}\``,
        )}`,
    )
    .join('\n');
}

const listByOperation = (changes: readonly Change[]) =>
  listBy(
    changes,
    ({ operation }) => `\`${operation}\`:`,
    ({ text }) => text,
    ' ',
  );

function listBy(
  changes: readonly Change[],
  keyOf: (change: Change) => string,
  show: (change: Change) => string,
  separator = ', ',
): string {
  const groups = Map.groupBy(changes, keyOf);
  return [...groups].map(([key, group]) => `- ${key} ${group.map(show).join(separator)}\n`).join('');
}
