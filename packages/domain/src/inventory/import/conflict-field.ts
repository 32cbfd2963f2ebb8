import type { ResourceConflict } from '../explain-conflicts.ts';

/** What of a row no other resource may have, as reasons name it. */
export type ConflictField = 'externalCode' | 'attributes/imsi';

export const formatInUse = (field: ConflictField) => `${field} is in the inventory already`;

export const formatDuplicate = (field: string, line: number) => `${field} stands in line ${line} already`;

/** The places of a row that was left out. What was in its way may have been withdrawn since: then it was the code, since an IMSI stays taken. */
export function listConflictFields({ code, imsi }: ResourceConflict): readonly ConflictField[] {
  return [...(code || !imsi ? (['externalCode'] as const) : []), ...(imsi ? (['attributes/imsi'] as const) : [])];
}
