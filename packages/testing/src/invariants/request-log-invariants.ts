import { eventType } from '@linework/schemas/events';
import type { Invariant } from './invariant.ts';

/**
 * The ledger beside the steps that it is about. A step has a key for each input that its order has had: they differ by a number before
 * the last word. An operator who skips a step leaves what it did where it is. $2 and $3 are the actions that are external, and that can be undone.
 */
const requestLogCtes = `
  WITH effect AS (
    SELECT e.*, regexp_replace(e.key, ':\\d+:execute$', ':execute') AS step_key FROM jsonb_to_recordset($1::jsonb) AS e(seq int, key text, undoes text[])
  ),
  step AS (
    SELECT s.*, o.type, o.status AS order_status, s.order_id || '-' || s.position + 1 || ':execute' AS key, s.action_code = ANY($3::text[]) AS can_be_undone,
      EXISTS (SELECT FROM event c WHERE c.resource_id = o.id AND c.to_status IN ('ROLLBACK_FAILED', 'CANCEL_FAILED')) AS an_undo_gave_up,
      EXISTS (SELECT FROM event c WHERE c.resource_id = o.id AND c.from_status = 'FAILED' AND c.to_status = 'CANCELLED') AS is_closed,
      EXISTS (SELECT FROM event c WHERE c.resource_id = o.id AND c.type = '${eventType('order.step_skipped')}' AND c.details ->> 'stepId' = s.order_id || '-' || s.position + 1) AS is_left
    FROM order_step s JOIN orders o ON o.id = s.order_id WHERE s.action_code = ANY($2::text[]))`;

const eachKeyTookEffectOnce: Invariant = {
  number: 5,
  description: 'each call took effect at most once under its key',
  violations: `${requestLogCtes} SELECT key, count(*), (SELECT count(*) FROM step) AS steps FROM effect GROUP BY key HAVING count(*) > 1`,
};

const everyCompletedStepTookEffect: Invariant = {
  number: 6,
  description: 'every external step that is done has taken effect',
  violations: `${requestLogCtes} SELECT s.order_id, s.type, s.code FROM step s WHERE s.status = 'SUCCESS' AND NOT EXISTS (SELECT FROM effect e WHERE e.step_key = s.key)`,
};

/** Of an order that was taken back, the effects that have no such undo. */
const withoutUndo = (undo: string) => `${requestLogCtes}
    SELECT s.order_id, s.type, s.code FROM step s JOIN effect e ON e.step_key = s.key
    WHERE s.order_status IN ('ROLLED_BACK', 'CANCELLED') AND s.can_be_undone AND NOT s.an_undo_gave_up AND NOT s.is_closed AND NOT s.is_left
      AND NOT EXISTS (SELECT FROM effect u WHERE e.key = ANY(u.undoes) AND ${undo})`;

const rolledBackEffectsAreUndoneLater: Invariant = {
  number: 7,
  description: 'every effect of an order that was taken back has its undo, after it',
  violations: withoutUndo('u.seq > e.seq'),
};

/** A network without keys acts on a call that comes later still. */
const rolledBackEffectsAreUndone: Invariant = {
  number: 7,
  description: 'no effect of an order that was taken back is without an undo',
  violations: withoutUndo('true'),
};

const effectsAreUndoneNewestFirst: Invariant = {
  number: 7,
  description: 'effects are undone newest first',
  violations: `${requestLogCtes}
    SELECT a.order_id, a.type, a.code, b.code AS undone_later FROM step a JOIN step b ON b.order_id = a.order_id AND b.position > a.position
    JOIN effect ua ON a.key = ANY(ua.undoes) JOIN effect ub ON b.key = ANY(ub.undoes)
    WHERE ub.seq > ua.seq AND NOT a.an_undo_gave_up`,
};

const noEffectAfterUndo: Invariant = {
  number: 7,
  description: 'no call takes effect after its undo',
  violations: `${requestLogCtes} SELECT s.order_id, s.type, s.code FROM step s JOIN effect e ON e.step_key = s.key JOIN effect u ON e.key = ANY(u.undoes) WHERE u.seq < e.seq`,
};

export const requestLogInvariants: readonly Invariant[] = [
  eachKeyTookEffectOnce,
  everyCompletedStepTookEffect,
  rolledBackEffectsAreUndoneLater,
  effectsAreUndoneNewestFirst,
  noEffectAfterUndo,
];

/** Those that hold on a network that knows no keys, too: it acts on every call, repeated or late. */
export const requestLogInvariantsWithoutKeys: readonly Invariant[] = [everyCompletedStepTookEffect, rolledBackEffectsAreUndone];
