import type { Problem } from '@linework/problem-details/problem';

/** A problem as an item keeps it, in the words of `bulk-item.ts`. */
export const buildItemProblem = ({ name, status, code, detail, members }: Problem) => ({ problem: name, status, code, detail, ...members });
