import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import type { ClaimRequest } from './allocate-claim.ts';

const sourceTypes = { id: 'uuid', brokerId: 'uuid', type: 'text' } as const;

const findStatements = {
  poolId: statement(
    'check-pool-as-source',
    sourceTypes,
    `SELECT
     FROM pool p
     JOIN resource_type t ON t.id = p.type_id
     WHERE p.id = :id AND p.broker_id = :brokerId AND t.code = :type`,
  ),
  resourceId: statement(
    'check-resource-as-source',
    sourceTypes,
    `SELECT
     FROM resource r
     JOIN resource_type t ON t.id = r.type_id
     WHERE r.id = :id AND r.broker_id = :brokerId AND t.code = :type AND r.retired_at IS NULL`,
  ),
  reservationId: statement(
    'check-reservation-as-source',
    sourceTypes,
    `SELECT
     FROM reservation v JOIN resource r ON r.id = ANY(v.resource_ids) JOIN resource_type t ON t.id = r.type_id
     WHERE v.id = :id AND v.broker_id = :brokerId AND t.code = :type AND v.status = 'ACTIVE'
     LIMIT 1`,
  ),
};

/**
 * Raises 422 where a deferred claim request names a source that the broker does not have or that has no resource of the
 * type.
 */
export async function rejectUnknownSource(
  db: Pick<Db, 'query'>,
  brokerId: string,
  { type, from }: ClaimRequest,
): Promise<void> {
  const [[name, id]] = Object.entries(from) as [[keyof typeof findStatements, string]];
  const [found] = await db.query(findStatements[name], { id, brokerId, type });
  if (!found) throw unprocessableRequest(`The broker has no ${name} ${id} for a ${type}.`, { code: 'unknown-source' });
}
