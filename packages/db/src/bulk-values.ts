/** The columns of the rows that a statement is given, each with its type. */
export type Columns = Readonly<Record<string, string>>;

/** A statement for one row reads otherwise than the same for many. */
export type Arity = 'one' | 'many';

export const arity = (rows: readonly unknown[]): Arity => (rows.length === 1 ? 'one' : 'many');

/** Answers `$1`, then `$2` and so on: where the values of a statement stand that is put together once and run often. */
export function placeholders(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `$${last}`;
  };
}

/**
 * The rows that a statement is given, as a SELECT. Many come as JSON in one value. One comes as a value for each column: where that
 * SELECT is not materialized the planner puts the values where they are used, and there is nothing left to be taken
 * apart, kept, sorted and joined (decision 0008 has what that costs).
 */
export function selectBulkValues(columns: Columns, arity: Arity, placeholder: () => string): string {
  const named = Object.entries(columns);
  if (arity === 'one') return `SELECT ${named.map(([name, type]) => `${placeholder()}::${type} AS "${name}"`).join(', ')}`;
  return `SELECT * FROM json_to_recordset(${placeholder()}::json) AS given(${named.map(([name, type]) => `"${name}" ${type}`).join(', ')})`;
}

/** The values for it: what a row does not have is null. */
export function bindBulkValues(columns: Columns, arity: Arity, rows: readonly object[]): readonly unknown[] {
  if (arity === 'many') return [JSON.stringify(rows)];
  const row = rows[0] as Readonly<Record<string, unknown>>;
  return Object.entries(columns).map(([name, type]) => toColumnValue(row[name] ?? null, type));
}

const toColumnValue = (value: unknown, type: string): unknown => (type.startsWith('json') && value !== null ? JSON.stringify(value) : value);
