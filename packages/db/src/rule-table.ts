type RuleValue = string | boolean | null;

/** The columns of a rule table, each with its type. A column of lists has the values to which a rule applies. */
type RuleColumns = Readonly<Record<string, 'text' | 'boolean' | 'text[]' | 'boolean[]'>>;

export type RuleRow<Columns> = { readonly [Column in keyof Columns]: RuleValue | readonly RuleValue[] };

/**
 * Renders rules as a table that a statement joins: `(VALUES ...) AS name(columns)`. The rules stand once, as rows in
 * TypeScript, and the statement needs no CASE for them.
 *
 * Join them in a common table expression of their own, to rows that are locked already. For a row that has changed
 * meanwhile a locking query checks its conditions again, but with the rule that it has joined, and skips the row if
 * another rule applies now.
 *
 * Few rules with lists are faster than many without. PostgreSQL evaluates VALUES anew for each scan: in the statement
 * that commits 16 blocks, ten rules took 1 % of its time in place of a CASE, and the same as 32 rules without lists 11
 * %.
 */
export function ruleTable<Columns extends RuleColumns>(
  name: string,
  columns: Columns,
  rules: readonly RuleRow<Columns>[],
): string {
  if (rules.length === 0) throw new Error(`The rule table ${name} has no rule.`);
  const types = Object.entries(columns);
  const rows = rules.map(
    (rule, n) => `(${types.map(([column, type]) => toLiteral(rule[column] ?? null, n === 0 ? type : '')).join(', ')})`,
  );
  return `(VALUES ${rows.join(', ')}) AS ${name}(${types.map(([column]) => `"${column}"`).join(', ')})`;
}

/** PostgreSQL takes the types of the columns from the first row, so only its values are cast. */
function toLiteral(value: RuleValue | readonly RuleValue[], type: string): string {
  const cast = type === '' ? '' : `::${type}`;
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'${cast}`;
  if (value === null || typeof value === 'boolean') return `${value}${cast}`;
  return `ARRAY[${value.map((each) => toLiteral(each, '')).join(', ')}]${cast}`;
}
