import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { z } from 'zod';

const typesByCodeStatement = statement('find-types-by-code', 'SELECT id FROM resource_type WHERE code = ANY($1::text[])');

const isId = (name: string): boolean => z.uuid().safeParse(name).success;

/** Finds the ids of types that a filter names by id or by code. A name that no type has finds nothing. */
export async function findTypeIds(db: Pick<Db, 'query'>, names: readonly string[]): Promise<string[]> {
  const codes = names.filter((name) => !isId(name));
  const found = codes.length === 0 ? [] : await db.query<{ readonly id: string }>(typesByCodeStatement, [codes]);
  return [...names.filter(isId), ...found.map(({ id }) => id)];
}
