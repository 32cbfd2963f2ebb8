/**
 * The id of a step: its order's, and its place among the order's steps, counted from 1. It is what an external system knows
 * the step's calls by, and no two steps can have the same, because no two have the same key in the database.
 */
export const stepId = (orderId: string, position: number): string => `${orderId}-${position + 1}`;
