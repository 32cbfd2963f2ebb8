import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { invalidStatusTransition } from '@linework/problem-details/make-problem';
import { type Broker, broker } from '@linework/schemas/brokers/broker';
import { type BrokerRequest, type BrokerStatus, brokerLifecycle } from '@linework/schemas/lifecycles/broker.lifecycle';
import { printRecord } from '@linework/schemas/print-record';
import { findBroker } from './find-broker.ts';

export interface BrokerTarget {
  readonly brokerId: string;
  readonly keyId: string;
}

/** One statement for each request: it moves the broker only from the status that the request requires. */
const createMoveStatement = <const Request extends BrokerRequest>(
  request: Request,
  from: BrokerStatus,
  to: BrokerStatus,
  also = '',
) =>
  statement(
    `${request}-broker`,
    { brokerId: 'uuid', keyId: 'uuid' },
    `WITH moved AS (
      UPDATE broker
      SET status = '${to}', updated_at = now()
      WHERE id = :brokerId AND status = '${from}'
      RETURNING *
    ), emitted AS (
      ${insertMove('broker', { from, to, broker: 'id', key: ':keyId' })}
      FROM moved
    )${also}
    SELECT id, name, code, cell_group AS "cellGroup", status, created_at AS "createdAt", updated_at AS "updatedAt"
    FROM moved`,
  );

/** While a broker is suspended, workers send nothing to its webhook endpoints and no longer look at them. */
const checkEndpointsAgain = `, endpoint AS MATERIALIZED (
      SELECT id
      FROM webhook_endpoint
      WHERE broker_id = (SELECT id FROM moved) AND status = 'enabled' AND moving IS NULL
      ORDER BY id
      FOR NO KEY UPDATE
    ), checked AS (
      UPDATE webhook_endpoint
      SET next_at = greatest(date_trunc('milliseconds', now()), blocked_until), last_failure_at = NULL
      WHERE id IN (SELECT id FROM endpoint)
    )`;

const moveStatements = {
  suspend: createMoveStatement('suspend', 'ACTIVE', 'SUSPENDED'),
  resume: createMoveStatement('resume', 'SUSPENDED', 'ACTIVE', checkEndpointsAgain),
} as const satisfies Record<BrokerRequest, object>;

/** Suspends a broker or resumes it. Raises not-found and invalid-status-transition. */
export async function moveBroker(db: Db, { brokerId, keyId }: BrokerTarget, request: BrokerRequest): Promise<Broker> {
  const [row] = await db.query(moveStatements[request], { brokerId, keyId });
  if (row) return printRecord(broker, row);
  const { status } = await findBroker(db, brokerId);
  throw invalidStatusTransition({
    resource: { type: 'broker', id: brokerId },
    currentStatus: status,
    requested: request,
    allowed: brokerLifecycle.getRequests(status),
  });
}
