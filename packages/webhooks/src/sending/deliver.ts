import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { inSpan, isTracing, traceHeader } from '@linework/log/tracing/span';
import { disableLockedEndpoint } from '../endpoints/disable-endpoint.ts';
import { type SigningKey, signMessage } from '../signature/sign.ts';
import type { AcquiredDelivery } from './acquire-deliveries.ts';
import { type CallOutcome, failedCall } from './call-outcome.ts';
import type { ReceiverClient } from './call-receiver.ts';
import type { Message } from './message.ts';
import type { AttemptResult } from './record-results.ts';
import { computeRetryMs } from './schedule.ts';

const lockStatement = statement(
  'lock-enabled-webhook-endpoint',
  { endpointId: 'uuid' },
  `SELECT id, broker_id AS "brokerId"
   FROM webhook_endpoint
   WHERE id = :endpointId AND status = 'enabled'
   FOR NO KEY UPDATE`,
);

/** Disables an endpoint whose receiver answered 410. Its deliveries are held. */
async function disableGoneEndpoint(db: Db, endpointId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [endpoint] = await tx.query(lockStatement, {
      endpointId,
    });
    if (endpoint) await disableLockedEndpoint(tx, { endpoint, reason: 'gone', by: { job: 'deliver-webhooks' } });
  });
}

/** What a call needs besides the delivery. */
export interface Prepared {
  /** Undefined where the event is no longer kept. */
  readonly message: Message | undefined;
  readonly keys: readonly SigningKey[];
  /** By the monotonic clock: when it was acquired, and the time after which a call could outlive the lease. */
  readonly acquiredMs: number;
  readonly callBeforeMs: number;
}

export interface DeliverDeps {
  readonly db: Db;
  readonly client: ReceiverClient;
  readonly retryDelaysMs: readonly number[];
  readonly record: (result: AttemptResult) => Promise<unknown>;
  readonly onAttempt?: ((outcome: CallOutcome) => void) | undefined;
  readonly monotonicMs: () => number;
}

const eventGone = 'event-no-longer-kept';
const lostTooOften = 'worker-lost-too-often';

/** Run only while tracing is on. */
const traceStatement = statement(
  'find-trace-of-event',
  { seq: 'bigint' },
  `SELECT o.trace_parent AS "traceParent"
   FROM event e
   JOIN orders o ON o.id = e.order_id
   WHERE e.seq = :seq`,
);

/**
 * Calls the receiver of one acquired delivery and records what became of it, in the trace of the order that caused the
 * event. Does nothing if the lease is nearly over: another worker has it then.
 */
export async function deliver(deps: DeliverDeps, row: AcquiredDelivery, prepared: Prepared): Promise<void> {
  if (!isTracing()) return deliverNow(deps, row, prepared);
  const found = row.eventSeq === null ? [] : await deps.db.query(traceStatement, { seq: row.eventSeq }).catch(() => []);
  return inSpan(
    `deliver ${row.eventType}`,
    {
      kind: 'client',
      parent: found[0]?.traceParent ?? null,
      attributes: { 'linework.delivery.id': row.id, 'linework.endpoint.id': row.endpointId },
    },
    () => deliverNow(deps, row, prepared),
  );
}

async function deliverNow(deps: DeliverDeps, row: AcquiredDelivery, prepared: Prepared): Promise<void> {
  if (deps.monotonicMs() > prepared.callBeforeMs) return;
  const outcome = await callFor(deps, row, prepared);
  deps.onAttempt?.(outcome);
  const retryMs = isFinal(row, outcome)
    ? null
    : computeRetryMs(
        { attemptsSinceEnabled: row.attemptsSinceEnabled, retryAfterMs: outcome.retryAfterMs },
        deps.retryDelaysMs,
      );
  await deps.record({ deliveryId: row.id, endpointId: row.endpointId, attempt: row.attempt, outcome, retryMs });
  if (outcome.isGone && row.cause !== 'test') await disableGoneEndpoint(deps.db, row.endpointId);
}

async function callFor(
  { client, retryDelaysMs, monotonicMs }: DeliverDeps,
  { id, url, attemptsSinceEnabled, acquiredAt, isSuspended, hasEnded }: AcquiredDelivery,
  { message, keys, acquiredMs }: Prepared,
): Promise<CallOutcome> {
  if (isSuspended) return failedCall('broker-suspended');
  if (hasEnded) return failedCall('key-ended');
  if (message === undefined) return failedCall(eventGone);
  if (attemptsSinceEnabled > retryDelaysMs.length + 1) return failedCall(lostTooOften);
  if (keys.length === 0) throw new Error(`the endpoint of delivery ${id} has no key`);
  // By the clock of the database: a receiver rejects a signature that is five minutes off, and the clock of a worker
  // may be.
  const timestamp = Math.floor(acquiredAt + (monotonicMs() - acquiredMs) / 1_000);
  const signature = signMessage({ id: message.id, timestamp, body: message.body }, keys);
  return client.call({ url, body: message.body, headers: buildHeaders(message.id, timestamp, signature) });
}

/** A sample is sent once, and an event that is gone never. */
const isFinal = ({ cause }: AcquiredDelivery, { reason }: CallOutcome): boolean =>
  cause === 'test' || reason === eventGone || reason === lostTooOften;

const buildHeaders = (messageId: string, timestamp: number, signature: string) => ({
  'content-type': 'application/json',
  'user-agent': 'Linework-Webhooks/1',
  'webhook-id': messageId,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
  ...traceHeader(),
});
