import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const findTypesStatement = statement(
  'find-types-by-name',
  { ids: 'text[]', names: 'text[]' },
  'SELECT id FROM resource_type WHERE id::text = ANY(:ids) OR code = ANY(:names)',
);

/** Finds the ids of types that a filter names by id or by code. A name that no type has finds nothing. */
export async function findTypeIds(db: Pick<Db, 'query'>, names: readonly string[]): Promise<string[]> {
  const ids = names.map((name) => name.toLowerCase());
  const found = await db.query(findTypesStatement, { ids, names });
  return found.map(({ id }) => id);
}
