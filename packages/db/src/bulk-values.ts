/** The columns of the bulk values of a statement, each with its type. */
export type Columns = Readonly<Record<string, string>>;

/** The text of a statement for one row differs from its text for many. */
export type Arity = 'one' | 'many';

export const arity = (rows: readonly unknown[]): Arity => (rows.length === 1 ? 'one' : 'many');

/** Returns `$1`, then `$2` and so on: the placeholders of a statement that is built once and run often. */
export function placeholders(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `$${last}`;
  };
}

/**
 * Builds a SELECT of the bulk values of a statement. Many rows are one JSON value. One row is one value per column: if
 * the SELECT is not materialized, the planner replaces the columns by the values, and no parse, sort or join is needed
 * (decision 0008 has the measured cost).
 */
export function selectBulkValues(columns: Columns, arity: Arity, placeholder: () => string): string {
  const named = Object.entries(columns);
  if (arity === 'one')
    return `SELECT ${named.map(([name, type]) => `${placeholder()}::${type} AS "${name}"`).join(', ')}`;
  const definitions = named.map(([name, type]) => `"${name}" ${type}`).join(', ');
  return `SELECT *
    FROM json_to_recordset(${placeholder()}::json) AS bulk(${definitions})`;
}

/** Returns the values of the placeholders. A missing member is null. */
export function bindBulkValues(columns: Columns, arity: Arity, rows: readonly object[]): readonly unknown[] {
  if (arity === 'many') return [JSON.stringify(rows)];
  const row = rows[0] as Readonly<Record<string, unknown>>;
  return Object.entries(columns).map(([name, type]) => toColumnValue(row[name] ?? null, type));
}

const toColumnValue = (value: unknown, type: string): unknown =>
  type.startsWith('json') && value !== null ? JSON.stringify(value) : value;
