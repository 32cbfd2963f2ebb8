/**
 * SQL that fails the whole statement unless the condition is true. The function that raises is called only when the
 * condition is false.
 */
export const assertThat = (condition: string, message: string) =>
  `CASE WHEN ${condition} THEN true ELSE assert_that(false, '${message}') END`;
