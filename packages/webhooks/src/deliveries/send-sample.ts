import type { Db } from '@linework/db/db';
import { createRowWaiter, type RowWaiter } from '@linework/db/row-waiter';
import { type RowOf, statement } from '@linework/db/statement';
import type { EventType } from '@linework/schemas/events';
import { v7 as newId } from 'uuid';
import { dueNow } from '../due-now.ts';
import { type EndpointTarget, findEndpoint } from '../endpoints/find-endpoint.ts';

const createStatement = statement(
  'create-webhook-sample',
  { endpointId: 'uuid', deliveryId: 'uuid', type: 'text', keyId: 'uuid' },
  `INSERT INTO webhook_delivery (id, endpoint_id, broker_id, event_type, cause, key_id, status, due_at)
   SELECT :deliveryId, e.id, e.broker_id, :type, 'test', :keyId, 'pending', ${dueNow}
   FROM webhook_endpoint e
   WHERE e.id = :endpointId AND e.status <> 'deleted'
   RETURNING id`,
);

const readStatement = statement(
  'read-webhook-sample',
  { deliveryId: 'uuid' },
  `SELECT d.status, d.response_code AS "responseCode", d.reason, t.duration_ms AS "durationMs"
   FROM webhook_delivery d
   LEFT JOIN webhook_attempt t ON t.delivery_id = d.id AND t.number = d.attempts
   WHERE d.id = :deliveryId`,
);

type SampleRow = RowOf<typeof readStatement>;

export interface SampleResult {
  readonly deliveryId: string;
  readonly delivered: boolean;
  readonly responseCode?: number;
  readonly reason?: string;
  readonly durationMs?: number;
}

export interface Sample extends EndpointTarget {
  readonly type: EventType;
}

const endedStatement = statement(
  'find-ended-samples',
  { ids: 'uuid[]' },
  `SELECT id FROM webhook_delivery WHERE id = ANY(ARRAY(SELECT unnest(:ids))) AND status IN ('delivered', 'failed')`,
);

/** Creates what waits for samples: one for all requests of a process. */
export function createSampleWaiter(db: Pick<Db, 'query'>, onError: (error: unknown) => void): RowWaiter {
  const findEnded = async (ids: readonly string[]) => (await db.query(endedStatement, { ids })).map(({ id }) => id);
  return createRowWaiter({ findEnded, onError });
}

/** Longer than the time limit of a call, and shorter than what clients wait for a response. */
const defaultLimitMs = 20_000;

export interface SampleWait {
  readonly limitMs?: number | undefined;
  readonly waiter: RowWaiter;
  /** Called once the sample is stored. Returns the signal that ends the wait. */
  readonly beginWaiting: () => AbortSignal;
}

/**
 * Sends one sample and waits for the response. The worker sends it, because only the worker can open the secret. Raises
 * not-found. If no worker sends it in time, the reason is `no-worker`; if the wait is ended before, `interrupted`.
 */
export async function sendSample(
  db: Db,
  { caller, endpointId, type }: Sample,
  wait: SampleWait,
): Promise<SampleResult> {
  const deliveryId = newId();
  await db.transaction(async (tx) => {
    await findEndpoint(tx, { caller, endpointId });
    await tx.query(createStatement, { endpointId, deliveryId, type, keyId: caller.keyId });
  });
  const signal = wait.beginWaiting();
  await wait.waiter.waitForRow(deliveryId, { timeoutMs: wait.limitMs ?? defaultLimitMs, signal });
  const [row] = await db.query(readStatement, { deliveryId });
  if (row?.status === 'delivered' || row?.status === 'failed') return showResult(deliveryId, row);
  return { deliveryId, delivered: false, reason: signal.aborted ? 'interrupted' : 'no-worker' };
}

function showResult(deliveryId: string, { status, responseCode, reason, durationMs }: SampleRow): SampleResult {
  return {
    deliveryId,
    delivered: status === 'delivered',
    ...(responseCode !== null && { responseCode }),
    ...(reason !== null && { reason }),
    ...(durationMs !== null && { durationMs }),
  };
}
