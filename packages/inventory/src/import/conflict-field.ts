import type { ResourceConflict } from '../resources/explain-conflicts.ts';

/** The fields of a row that must be unique in the inventory, as errors name them. */
export type ConflictField = 'externalCode' | 'attributes/imsi';

export const formatInUse = (field: ConflictField) => `${field} is already in the inventory`;

export const formatDuplicate = (field: string, line: number) => `${field} is already in line ${line}`;

/**
 * The fields for which a row was skipped. The conflicting resource may have been withdrawn since; then the code was the
 * conflict, since an IMSI is never reused.
 */
export function listConflictFields({ code, imsi }: ResourceConflict): readonly ConflictField[] {
  return [...(code || !imsi ? (['externalCode'] as const) : []), ...(imsi ? (['attributes/imsi'] as const) : [])];
}
