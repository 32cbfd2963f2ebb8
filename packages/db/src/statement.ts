/**
 * One SQL statement under a name. PostgreSQL plans it once for each connection and keeps the plan under that name, unless a plan for the
 * values at hand looks cheaper: then it plans each time. Rows that are looked up by `ANY($1)` look so, as one may be fewer than
 * any; by `ANY(ARRAY(SELECT unnest($1)))` they do not.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** How long its answer may take, where that is longer than usual; the transaction around it tells the server. */
  readonly timeoutMs?: number;
}

/** PostgreSQL cuts a longer name off, and two that begin alike would be one. */
const nameLimitBytes = 63;

/** Raises where the name is longer than PostgreSQL keeps. */
export function statement(name: string, text: string, options: Pick<Statement, 'timeoutMs'> = {}): Statement {
  if (Buffer.byteLength(name) > nameLimitBytes) throw new Error(`The name of the statement ${name} is longer than ${nameLimitBytes} bytes.`);
  return { name, text, ...options };
}

/**
 * A statement that is planned each time with its values and not kept: one that was put together for one request, or one that runs
 * seldom and takes much or nothing, for which a plan from when the table was small would read the whole table later.
 */
export const unprepared = (text: string): Statement => ({ name: '', text });
