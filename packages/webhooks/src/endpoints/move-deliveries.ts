import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { dueNow } from '../due-now.ts';

/** What happens to the deliveries of an endpoint that is disabled, enabled or deleted. */
export type Move = 'hold' | 'release' | 'end';

/**
 * An endpoint may have hundreds of thousands of deliveries. A chunk of this size takes a tenth of a second, for which
 * the endpoint is locked.
 * @internal
 */
export const chunkSize = 1_000;

/** A call that has begun keeps its delivery; its result decides. */
const holdStatement = statement(
  'hold-webhook-deliveries',
  { endpointId: 'uuid' },
  `UPDATE webhook_delivery
   SET status = 'held', due_at = NULL, has_predecessor = false, updated_at = now()
   WHERE id = ANY(ARRAY(
     SELECT id
     FROM webhook_delivery
     WHERE endpoint_id = :endpointId AND due_at IS NOT NULL AND status <> 'delivering' AND cause <> 'test'
     ORDER BY resource_id, position
     LIMIT ${chunkSize}))
   RETURNING status`,
);

/**
 * Releases the held deliveries that are wanted and fails the others. A resend was asked for by name and is always
 * wanted.
 */
const releaseStatement = statement(
  'release-held-webhook-deliveries',
  { endpointId: 'uuid' },
  `UPDATE webhook_delivery d
   SET status = CASE WHEN wanted THEN 'pending' ELSE 'failed' END, due_at = CASE WHEN wanted THEN ${dueNow} END,
     has_predecessor = false,
     reason = CASE WHEN wanted THEN d.reason ELSE 'not-wanted' END, attempts_since_enabled = 0, updated_at = now()
   FROM (
     SELECT id, event_seq, cause
     FROM webhook_delivery
     WHERE endpoint_id = :endpointId AND status = 'held'
     ORDER BY position
     LIMIT ${chunkSize}) h
   LEFT JOIN event e ON e.seq = h.event_seq
   CROSS JOIN LATERAL (
     SELECT coalesce((SELECT release_from FROM webhook_endpoint WHERE id = :endpointId) <= e.at, false)
       OR h.cause = 'manual' AS wanted) w
   WHERE d.id = h.id
   RETURNING d.status`,
);

const endStatement = statement(
  'end-webhook-deliveries',
  { endpointId: 'uuid' },
  `WITH open AS (
    SELECT id
    FROM webhook_delivery
    WHERE endpoint_id = :endpointId AND due_at IS NOT NULL
    ORDER BY resource_id, position
    LIMIT ${chunkSize}
  ), held AS (
    SELECT id
    FROM webhook_delivery
    WHERE endpoint_id = :endpointId AND status = 'held'
    ORDER BY position
    LIMIT ${chunkSize}
  )
  UPDATE webhook_delivery
  SET status = 'failed', due_at = NULL, has_predecessor = false, reason = 'endpoint-deleted', updated_at = now()
  WHERE id = ANY(ARRAY(SELECT id FROM open UNION ALL SELECT id FROM held LIMIT ${chunkSize}))
  RETURNING status`,
);

const chunks = { hold: holdStatement, release: releaseStatement, end: endStatement } as const;

/** Nothing is sent while deliveries are moved, so the endpoint is due when they all are. */
const finishStatement = statement(
  'finish-webhook-move',
  { endpointId: 'uuid' },
  `UPDATE webhook_endpoint
   SET moving = NULL, release_from = NULL,
     next_at = CASE WHEN status = 'enabled' THEN greatest(${dueNow}, blocked_until) END
   WHERE id = :endpointId`,
);

export interface MovedChunk {
  readonly statuses: readonly string[];
  /** Whether none is left. */
  readonly isLast: boolean;
}

/**
 * Moves the next deliveries of an endpoint, which the transaction has locked and whose `moving` it has set. The job
 * moves the rest.
 */
export async function moveChunk(tx: Pick<Db, 'query'>, endpointId: string, move: Move): Promise<MovedChunk> {
  const moved = await tx.query(chunks[move], { endpointId });
  const isLast = moved.length < chunkSize;
  if (isLast) await tx.query(finishStatement, { endpointId });
  return { statuses: moved.map(({ status }) => status), isLast };
}

const movingEndpoints = 'FROM webhook_endpoint WHERE moving IS NOT NULL';
const findMovingStatement = statement(
  'find-moving-webhook-endpoints',
  `SELECT id ${movingEndpoints} ORDER BY random() LIMIT 100`,
);

/** In SQL: true if the deliveries of an endpoint are to be moved. */
export const anyEndpointMoves = `EXISTS (SELECT ${movingEndpoints})`;

const lockMovingStatement = statement(
  'lock-moving-webhook-endpoint',
  { endpointId: 'uuid' },
  'SELECT moving FROM webhook_endpoint WHERE id = :endpointId AND moving IS NOT NULL FOR NO KEY UPDATE SKIP LOCKED',
).returns<{ moving: Move }>();

/**
 * Moves deliveries of the endpoints in turn, each chunk in a transaction of its own, for `limitMs` at most. One that
 * fails does not stop the others.
 */
export async function moveDeliveries(
  db: Db,
  { limitMs, onError }: { readonly limitMs: number; readonly onError: (error: unknown, endpointId: string) => void },
) {
  const endMs = performance.now() + limitMs;
  let left = (await db.query(findMovingStatement)).map(({ id }) => id);
  while (left.length > 0) {
    const unfinished: string[] = [];
    for (const id of left) {
      if (await moveNextChunk(db, id, onError)) unfinished.push(id);
      if (performance.now() > endMs) return;
    }
    left = unfinished;
  }
}

/** Whether more is left. */
async function moveNextChunk(
  db: Db,
  id: string,
  onError: (error: unknown, endpointId: string) => void,
): Promise<boolean> {
  const work = async (tx: Db) => {
    const [{ moving = null } = {}] = await tx.query(lockMovingStatement, { endpointId: id });
    return moving !== null && !(await moveChunk(tx, id, moving)).isLast;
  };
  return db.transaction(work).catch((error: unknown) => {
    onError(error, id);
    return false;
  });
}
