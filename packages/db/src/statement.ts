/** One SQL statement under a name. PostgreSQL plans it once for each connection and keeps the plan under that name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export const statement = (name: string, text: string): Statement => ({ name, text });

/**
 * A statement that is planned each time with its values and not kept: one that was put together for one request, or one that runs
 * seldom and takes much or nothing, for which a plan from when the table was small would read the whole table later.
 */
export const plannedEachTime = (text: string): Statement => ({ name: '', text });
