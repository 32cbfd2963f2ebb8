import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { notFound } from '@linework/problem-details/make-problem';
import type { Resource } from '@linework/schemas/inventory/resource';
import { type ResourceRow, resourceColumns, resourceTables, showResource } from './show-resource.ts';

const findResourceStatement = statement(
  'find-resource',
  `SELECT ${resourceColumns} FROM ${resourceTables} WHERE r.id = $1::uuid AND ($2::uuid IS NULL OR r.broker_id = $2::uuid)`,
);

/** The resource as its client sees it. Raises not-found when it is not there, or another broker's. */
export async function findResource(db: Pick<Db, 'query'>, { caller, resourceId }: { caller: Caller; resourceId: string }): Promise<Resource> {
  const [row] = await db.query<ResourceRow>(findResourceStatement, [resourceId, caller.brokerId]);
  if (!row) throw noSuchResource(resourceId);
  return showResource(row);
}

export const noSuchResource = (resourceId: string) => notFound(`There is no resource ${resourceId}.`);
