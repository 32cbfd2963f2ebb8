import type { Lifecycle } from './define-lifecycle.ts';

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
const quoteList = (texts: readonly string[]) => [...new Set(texts)].map(quote).join(', ');

/**
 * Builds the guard of a table's `status` column as SQL for a migration: a function that lists the allowed moves, a
 * trigger that checks the status of a new row, and a trigger that checks a status change. `refuse_move` always raises.
 * The moves are in a function and not in the condition of the trigger, because PostgreSQL parses a condition again in
 * every statement that writes the table, but a function only once in a session. The second trigger is after the row,
 * because one before it locks the row with an entry in the write-ahead log.
 * @internal
 */
export function buildGuardTriggers(table: string, { name, initial, moves }: Lifecycle): string {
  const mayMove = `${table}_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE`;
  return `CREATE OR REPLACE FUNCTION ${mayMove} AS $$
BEGIN
  RETURN CASE was
${buildCases(moves)}
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER ${table}_initial_status BEFORE INSERT ON "${table}" FOR EACH ROW
  WHEN (NEW.status NOT IN (${quoteList(initial)}))
  EXECUTE FUNCTION refuse_move(${quote(name)});
CREATE OR REPLACE TRIGGER ${table}_move AFTER UPDATE OF status ON "${table}" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT ${table}_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move(${quote(name)});`;
}

function buildCases(moves: Lifecycle['moves']): string {
  const sources = new Set(moves.flatMap(({ from }) => (from === null ? [] : [from])));
  const listTargets = (source: string) => moves.flatMap(({ from, to }) => (from === source ? [to] : []));
  return [...sources]
    .map((source) => `    WHEN ${quote(source)} THEN becomes IN (${quoteList(listTargets(source))})`)
    .join('\n');
}
