import type { Db } from '@linework/db/db';
import { type Statement, statement } from '@linework/db/statement';
import type { ResourceType } from '../model/resource-type.ts';

interface ResourceStatus {
  readonly status: string;
  /** The open order on the resource; null if there is none. */
  readonly orderId: string | null;
  readonly orderType: string | null;
}

const statements = new WeakMap<ResourceType, Statement>();

function getStatement(resource: ResourceType): Statement {
  const { name, table } = resource;
  const text = `SELECT r.status, o.id AS "orderId", o.type AS "orderType"
    FROM ${table} r
    LEFT JOIN orders o ON o.resource_id = r.id AND o.resource_type = '${name}' AND o.is_open
    WHERE r.id = $1::uuid AND ($2::uuid IS NULL OR r.broker_id = $2::uuid)`;
  const known = statements.get(resource) ?? statement(`find-status-of-${name}`, text);
  statements.set(resource, known);
  return known;
}

/** The status of a resource and its open order; undefined if it does not exist or belongs to another broker than `brokerId`. */
export async function findResourceStatus(
  db: Pick<Db, 'query'>,
  resource: ResourceType,
  { id, brokerId }: { readonly id: string; readonly brokerId: string | null },
): Promise<ResourceStatus | undefined> {
  const [found] = await db.query<ResourceStatus>(getStatement(resource), [id, brokerId]);
  return found;
}
