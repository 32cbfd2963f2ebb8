import type { Lifecycle } from './define-lifecycle.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * The rows of the database's own table of moves for these lifecycles, as one statement to put into a migration. The
 * birth of a record is a move from the empty status.
 */
export function guardRows(lifecycles: readonly Lifecycle[]): string {
  const rows = lifecycles.flatMap(({ name, moves }) => distinct(moves.map(({ from, to }) => `  (${quoted(name)}, ${quoted(from ?? '')}, ${quoted(to)})`)));
  return `INSERT INTO lifecycle_move (lifecycle, from_status, to_status) VALUES\n${rows.join(',\n')}\nON CONFLICT DO NOTHING;`;
}

/** One pair of statuses may be joined by two requests; it is still one move. */
function distinct(rows: readonly string[]): readonly string[] {
  return [...new Set(rows)];
}
