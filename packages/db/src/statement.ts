/**
 * Defines a named SQL statement. PostgreSQL plans it once per connection and keeps the generic plan, unless a custom plan for the values
 * has a lower estimated cost: then it plans each time. Lookups by `ANY($1)` have that lower cost, because the array may be short;
 * lookups by `ANY(ARRAY(SELECT unnest($1)))` do not.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly limits?: StatementLimits;
}

/** Limits that differ from the usual ones. They are set on the server, for this statement only. */
export interface StatementLimits {
  /** The server cancels the statement after this time. */
  readonly timeoutMs?: number;
  /** The server cancels the statement if it waits longer than this for a lock. `isLockTimeout` recognizes the error. */
  readonly lockTimeoutMs?: number;
}

/** PostgreSQL truncates longer names, so two names with the same beginning would be equal. */
const nameLimitBytes = 63;

/** Throws if the name is longer than the limit of PostgreSQL. */
export function statement(name: string, text: string, limits?: StatementLimits): Statement {
  if (Buffer.byteLength(name) > nameLimitBytes)
    throw new Error(`The name of the statement ${name} is longer than ${nameLimitBytes} bytes.`);
  return { name, text, ...(limits && { limits }) };
}

/**
 * Defines a statement without a name, which is planned with its values each time. Use it for a statement that is built for one request,
 * or that runs rarely on very different amounts of rows: a plan from a time when the table was small would later read the whole table.
 */
export const unprepared = (text: string, limits?: StatementLimits): Statement => ({
  name: '',
  text,
  ...(limits && { limits }),
});
