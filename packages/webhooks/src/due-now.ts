/** In SQL: due now, truncated to the stored milliseconds, so that it is never in the future. */
export const dueNow = "date_trunc('milliseconds', now())";
