/** One SQL statement under a name. PostgreSQL plans it once for each connection and keeps the plan under that name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export const statement = (name: string, text: string): Statement => ({ name, text });

/** SQL that was put together for one request. It is planned with its values each time, and not kept. */
export const composedStatement = (text: string): Statement => ({ name: '', text });

/**
 * A statement that is planned each time, for what runs seldom and takes much or nothing: a plan that was kept from when the
 * table was small, or nothing was over, reads the whole table for every row of the day when it is not.
 */
export const plannedEachTime = (text: string): Statement => ({ name: '', text });
