import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { conflict, notFound, unprocessableValues } from '@linework/problem-details/make-problem';
import { v7 as newId } from 'uuid';
import type { OrderTypes } from '../model/order-type.ts';
import { listPauseTargets, type PauseKind } from '../model/pause.ts';

const insertPauseStatement = statement(
  'create-pause',
  { id: 'uuid', kind: 'text', target: 'text', reason: 'text', keyId: 'uuid', minutes: 'int?' },
  `WITH added AS (
    INSERT INTO pause (id, kind, target, reason, key_id, ends_at)
    VALUES (:id, :kind, :target, :reason, :keyId, now() + make_interval(mins => :minutes))
    RETURNING id, ends_at
  )
  ${insertEvent('pause.created', {
    broker: null,
    key: ':keyId',
    details: `jsonb_strip_nulls(jsonb_build_object(
      'kind', :kind, 'target', :target, 'reason', :reason, 'endsAt', ends_at))`,
  })}
  FROM added
  RETURNING resource_id AS id`,
);

const endPauseStatement = statement(
  'end-work-pause',
  { pauseId: 'uuid', keyId: 'uuid', reason: 'text' },
  `WITH ended AS (
    UPDATE pause SET ended_at = now() WHERE id = :pauseId AND ended_at IS NULL RETURNING id, kind, target
  )
  ${insertEvent('pause.ended', {
    broker: null,
    key: ':keyId',
    details: "jsonb_build_object('kind', kind, 'target', target, 'reason', :reason)",
  })}
  FROM ended
  RETURNING resource_id AS id`,
);

export interface NewPause {
  readonly caller: Caller;
  readonly kind: PauseKind;
  readonly target: string;
  readonly reason: string;
  /** It ends by itself after so many minutes; if absent, somebody ends it. */
  readonly endsAfterMinutes?: number | undefined;
}

/**
 * Starts a pause and returns its id. Raises validation-error (422) for an unknown target, and conflict if the target is
 * paused already.
 */
export async function createPause(
  db: Db,
  orderTypes: OrderTypes,
  { caller, kind, target, reason, endsAfterMinutes: minutes }: NewPause,
): Promise<string> {
  const targets = listPauseTargets(orderTypes)[kind];
  if (!targets.has(target)) {
    const known = [...targets].toSorted();
    const detail = `There is no ${kind} ${target}. The known ones are in \`targets\`.`;
    throw unprocessableValues([{ detail, pointer: '/target' }], { code: 'unknown-pause-target', targets: known });
  }
  const id = newId();
  try {
    const values = { id, kind, target, reason, keyId: caller.keyId, minutes };
    await db.savepoint((tx) => tx.query(insertPauseStatement, values));
    return id;
  } catch (error) {
    if (!isUniqueViolation(error, 'one_open_pause_per_target')) throw error;
    const open = await db.prisma.pause.findFirst({ where: { kind, target, endedAt: null }, select: { id: true } });
    throw conflict(`An operator has paused the ${kind} ${target} already.`, {
      code: 'already-paused',
      ...(open && { pauseId: open.id }),
    });
  }
}

/** Ends a pause. The next sweep releases its orders. Raises not-found, and conflict if it has ended already. */
export async function endPause(
  db: Db,
  { caller, pauseId, reason }: { readonly caller: Caller; readonly pauseId: string; readonly reason: string },
): Promise<void> {
  const [ended] = await db.query(endPauseStatement, { pauseId, keyId: caller.keyId, reason });
  if (ended) return;
  if (!(await db.prisma.pause.findFirst({ where: { id: pauseId }, select: { id: true } })))
    throw notFound(`There is no pause ${pauseId}.`);
  throw conflict(`The pause ${pauseId} has ended.`, { code: 'pause-ended' });
}
