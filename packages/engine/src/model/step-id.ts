/**
 * The id of a step: the id of its order and its position, counted from 1. The idempotency keys of the step's calls
 * begin with it. It is unique because order and position are the primary key of the step.
 */
export const stepId = (orderId: string, position: number): string => `${orderId}-${position + 1}`;
