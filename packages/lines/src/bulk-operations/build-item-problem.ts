import type { Problem } from '@linework/problem-details/problem';

/** A problem as an item stores it; `bulk-item.ts` defines its shape. */
export const buildItemProblem = ({ name, status, code, detail, members }: Problem) => ({ problem: name, status, code, detail, ...members });
