/** One SQL statement under a name. PostgreSQL plans it once for each connection and keeps the plan under that name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export const statement = (name: string, text: string): Statement => ({ name, text });

/** SQL that was put together for one request. It is planned with its values each time, and not kept. */
export const composedStatement = (text: string): Statement => ({ name: '', text });
