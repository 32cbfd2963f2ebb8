import type { ResourceConflict } from '../resources/explain-conflicts.ts';
import type { BadRow } from './row.ts';

/** The fields of a row that must be unique in the inventory, as errors name them. */
export type ConflictField = 'externalCode' | 'attributes/imsi';

const codes = { externalCode: 'external-code-taken', 'attributes/imsi': 'imsi-taken' } as const;

export const formatInUse = (field: ConflictField) => `${field} is already in the inventory`;

export const formatDuplicate = (field: string, line: number) => `${field} is already in line ${line}`;

/**
 * The fields for which a row was skipped. The conflicting resource may have been withdrawn since; then the code was the
 * conflict, since an IMSI is never reused.
 */
export function listConflictFields({ code, imsi }: ResourceConflict): readonly ConflictField[] {
  return [...(code || !imsi ? (['externalCode'] as const) : []), ...(imsi ? (['attributes/imsi'] as const) : [])];
}

/** A row whose code or IMSI, the first of these fields, is in the inventory. */
export const takenRow = (row: BadRow, [field]: readonly ConflictField[]): BadRow =>
  field === undefined ? row : { ...row, code: codes[field] };
