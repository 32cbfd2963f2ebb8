import { readFileSync } from 'node:fs';
import { acceptedChanges } from './accepted.ts';
import { type Change, compareInterfaces } from './compare.ts';
import { type ApiDocument, outlineDocument } from './outline.ts';

export const previousVersion = '1.0.0';

/** The changes between the document of the previous version, which the repository keeps, and the given one. */
export function readChanges(document: unknown): readonly Change[] {
  const previous = readFileSync(
    new URL(`../../docs/generated/openapi-${previousVersion}.json`, import.meta.url),
    'utf8',
  );
  // A round trip through JSON, because the document in memory may share objects.
  const current = JSON.parse(JSON.stringify(document)) as ApiDocument;
  return compareInterfaces(outlineDocument(JSON.parse(previous) as ApiDocument), outlineDocument(current));
}

/** The reason for a breaking change. Undefined if it is not accepted. */
export const findReason = ({ operation, text }: Change): string | undefined =>
  acceptedChanges.find(({ changes }) => changes[text]?.includes(operation))?.reason;
