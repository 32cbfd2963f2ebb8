import type { Taken } from '../why-left-out.ts';

/** What of a row no other resource may have, as reasons name it. */
export type TakenPlace = 'externalCode' | 'attributes/imsi';

export const isInUse = (place: TakenPlace) => `${place} is in the inventory already`;

export const standsInLine = (place: string, line: number) => `${place} stands in line ${line} already`;

/** The places of a row that was left out. What was in its way may have been withdrawn since: then it was the code, since an IMSI stays taken. */
export function takenPlaces({ code, imsi }: Taken): readonly TakenPlace[] {
  return [...(code || !imsi ? (['externalCode'] as const) : []), ...(imsi ? (['attributes/imsi'] as const) : [])];
}
