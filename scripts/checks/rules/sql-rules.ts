import { findSqlTemplates } from './sql-templates.ts';

/**
 * The maximum number of lines of an SQL template. Split a longer one into named parts, or put its rules into a table
 * that SQL joins.
 */
export const sqlLineLimit = 60;

/**
 * Finds SQL templates with too many lines, with their first line. A template in a placeholder counts with the one
 * around it.
 */
export function findLongSql(text: string): readonly { readonly line: number; readonly lines: number }[] {
  const outermost = findSqlTemplates(text).filter(({ isOutermost }) => isOutermost);
  return outermost.flatMap(({ start, end }) => {
    const lines = text
      .slice(start + 1, end)
      .trim()
      .split('\n').length;
    return lines > sqlLineLimit ? [{ line: text.slice(0, start).split('\n').length, lines }] : [];
  });
}
