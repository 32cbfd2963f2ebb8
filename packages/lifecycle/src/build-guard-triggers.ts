import type { Lifecycle } from './define-lifecycle.ts';

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
const quoteList = (texts: readonly string[]) => [...new Set(texts)].map(quote).join(', ');

/**
 * The guard that holds the `status` column of a table to its lifecycle, as statements to put into a migration: the function
 * that knows the listed moves, and the two triggers in whose conditions births are listed and moves are asked for.
 * `refuse_move` refuses whatever it is called for. PostgreSQL reads the text of a condition anew in each statement that
 * writes the table: the moves stand in a function, which a session reads once.
 */
export function buildGuardTriggers(table: string, { name, initial, moves }: Lifecycle): string {
  return `CREATE OR REPLACE FUNCTION ${table}_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
${buildCases(moves)}
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER ${table}_initial_status BEFORE INSERT ON "${table}" FOR EACH ROW
  WHEN (NEW.status NOT IN (${quoteList(initial)}))
  EXECUTE FUNCTION refuse_move(${quote(name)});
CREATE OR REPLACE TRIGGER ${table}_move BEFORE UPDATE OF status ON "${table}" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT ${table}_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move(${quote(name)});`;
}

function buildCases(moves: Lifecycle['moves']): string {
  const sources = new Set(moves.flatMap(({ from }) => (from === null ? [] : [from])));
  const listTargets = (source: string) => moves.flatMap(({ from, to }) => (from === source ? [to] : []));
  return [...sources].map((source) => `    WHEN ${quote(source)} THEN becomes IN (${quoteList(listTargets(source))})`).join('\n');
}
