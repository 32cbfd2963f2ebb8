import type { Bind } from './bound-values.ts';
import { getRowRange, type PageQuery } from './page.ts';

/** The sort of a list in SQL: the column, its type, and the id column that breaks ties. */
export interface SqlSort {
  readonly column: string;
  readonly type: 'timestamptz' | 'text' | 'int';
  readonly id: string;
}

/** The condition for rows before or after a time, inclusive. */
export const compareTime = (column: string, comparison: '>=' | '<=', time: Date, bind: Bind) =>
  `${column} ${comparison} ${bind(time.toISOString())}::timestamptz`;

/**
 * The condition for rows after the cursor's row. It is one row comparison, so an index on both columns can serve it.
 */
export function buildCursorCondition(query: PageQuery, { column, type, id }: SqlSort, bind: Bind): readonly string[] {
  const { cursor } = query;
  if (!cursor) return [];
  const operator = getRowRange(query).order === 'asc' ? '>' : '<';
  return [`(${column}, ${id}) ${operator} (${bind(cursor.value)}::${type}, ${bind(cursor.id)}::uuid)`];
}

/** The ORDER BY of the rows of a page, in the order in which they are read. */
export function buildOrderBy(query: PageQuery, { column, id }: Omit<SqlSort, 'type'>): string {
  const { order } = getRowRange(query);
  return `ORDER BY ${column} ${order}, ${id} ${order}`;
}
