import type { Lifecycle } from './define-lifecycle.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const listed = (texts: readonly string[]) => `'{${[...new Set(texts)].map((text) => `"${text.replaceAll("'", "''")}"`).join(', ')}}'`;

/**
 * The two triggers that hold the `status` column of a table to its lifecycle, as statements to put into a migration. The
 * moves stand in their conditions, so that a move that is listed costs a comparison and calls nothing; `refuse_move`
 * refuses whatever it is called for.
 */
export function guardTriggers(table: string, { name, initial, moves }: Lifecycle): string {
  const among = moves.flatMap(({ from, to }) => (from === null ? [] : [`${from} > ${to}`]));
  return `CREATE OR REPLACE TRIGGER ${table}_birth BEFORE INSERT ON "${table}" FOR EACH ROW
  WHEN (NEW.status <> ALL (${listed(initial)}))
  EXECUTE FUNCTION refuse_move(${quoted(name)});
CREATE OR REPLACE TRIGGER ${table}_move BEFORE UPDATE OF status ON "${table}" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status <> ALL (${listed(among)}))
  EXECUTE FUNCTION refuse_move(${quoted(name)});`;
}
