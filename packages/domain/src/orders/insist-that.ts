/**
 * SQL for a condition without which nothing of a statement stays. It is only when it does not hold that the function which
 * raises is called at all.
 */
export const insistThat = (holds: string, otherwise: string) => `CASE WHEN ${holds} THEN true ELSE insist(false, '${otherwise}') END`;
