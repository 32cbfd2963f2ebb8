/** The columns of the rows that a statement is given, each with its type. */
export type Columns = Readonly<Record<string, string>>;

/** A statement for one row reads otherwise than the same for many. */
export type HowMany = 'one' | 'many';

export const howMany = (rows: readonly unknown[]): HowMany => (rows.length === 1 ? 'one' : 'many');

/**
 * The rows that a statement is given, as a SELECT whose values begin at `$first`. Many come as JSON in one value. One comes as a value
 * for each column: where that SELECT is not materialized the planner puts the values where they are used, and there is nothing
 * left to be taken apart, kept, sorted and joined, which costs a statement that moves one order a tenth to a quarter of its time.
 */
export function selectGiven(columns: Columns, rows: HowMany, first: number): string {
  const named = Object.entries(columns);
  if (rows === 'one') return `SELECT ${named.map(([name, type], at) => `$${first + at}::${type} AS "${name}"`).join(', ')}`;
  return `SELECT * FROM json_to_recordset($${first}::json) AS given(${named.map(([name, type]) => `"${name}" ${type}`).join(', ')})`;
}

/** How many values it takes. */
export const countOfValues = (columns: Columns, rows: HowMany): number => (rows === 'one' ? Object.keys(columns).length : 1);

/** The values for it: what a row does not have is null. */
export function givenValues(columns: Columns, many: HowMany, rows: readonly object[]): readonly unknown[] {
  if (many === 'many') return [JSON.stringify(rows)];
  const row = rows[0] as Readonly<Record<string, unknown>>;
  return Object.entries(columns).map(([name, type]) => inType(row[name] ?? null, type));
}

const inType = (value: unknown, type: string): unknown => (type.startsWith('json') && value !== null ? JSON.stringify(value) : value);
