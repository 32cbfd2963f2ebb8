import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import type { ResourceType } from '../model/resource-type.ts';
import { onceForEach } from './once-for-each.ts';

const getStatement = onceForEach(({ name, table }: ResourceType) =>
  statement(
    `find-status-of-${name}`,
    { id: 'uuid', brokerId: 'uuid?' },
    `SELECT r.status, o.id AS "orderId", o.type AS "orderType"
    FROM ${table} r
    LEFT JOIN orders o ON o.resource_id = r.id AND o.resource_type = '${name}' AND o.is_open
    WHERE r.id = :id AND (:brokerId IS NULL OR r.broker_id = :brokerId)`,
  ),
);

/**
 * The status of a resource and its open order; undefined if it does not exist or belongs to another broker than
 * `brokerId`.
 */
export async function findResourceStatus(
  db: Pick<Db, 'query'>,
  resource: ResourceType,
  { id, brokerId }: { readonly id: string; readonly brokerId: string | null },
): Promise<RowOf<ReturnType<typeof getStatement>> | undefined> {
  const [found] = await db.query(getStatement(resource), { id, brokerId });
  return found;
}
