/**
 * SQL for a condition without which nothing of a statement stays. It is only when it does not hold that the function which
 * raises is called at all.
 */
export const assertThat = (condition: string, message: string) => `CASE WHEN ${condition} THEN true ELSE assert_that(false, '${message}') END`;
