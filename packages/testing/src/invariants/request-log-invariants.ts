import { eventType } from '@linework/schemas/events';
import type { Invariant } from './invariant.ts';

/**
 * The request log with its steps. A step has one key for each input of its order: the keys differ by a number before
 * the last word. An operator who skips a step keeps its effect. $2 are the external actions, $3 those that can be
 * undone.
 */
const requestLogCtes = `
  WITH effect AS (
    SELECT e.*, regexp_replace(e.key, ':\\d+:execute$', ':execute') AS step_key
    FROM jsonb_to_recordset($1::jsonb) AS e(seq int, key text, undoes text[])
  ),
  step AS (
    SELECT s.*, o.type, o.status AS order_status, s.order_id || '-' || s.position + 1 || ':execute' AS key,
      s.action_code = ANY($3::text[]) AS can_be_undone,
      EXISTS (
        SELECT
        FROM event c
        WHERE c.resource_id = o.id AND c.to_status IN ('ROLLBACK_FAILED', 'CANCEL_FAILED')) AS undo_failed,
      EXISTS (
        SELECT
        FROM event c
        WHERE c.resource_id = o.id AND c.from_status = 'FAILED' AND c.to_status = 'CANCELLED') AS is_closed,
      EXISTS (SELECT
        FROM event c
        WHERE c.resource_id = o.id AND c.type = '${eventType('order.step_skipped')}'
          AND c.details ->> 'stepId' = s.order_id || '-' || s.position + 1) AS is_skipped
    FROM order_step s JOIN orders o ON o.id = s.order_id
    WHERE s.action_code = ANY($2::text[]))`;

const eachKeyTookEffectOnce: Invariant = {
  number: 5,
  description: 'each call took effect at most once under its key',
  violations: `${requestLogCtes}
    SELECT key, count(*), (SELECT count(*) FROM step) AS steps
    FROM effect
    GROUP BY key
    HAVING count(*) > 1`,
};

/** A repair calls only for what it has found wrong. It stores that before the call. */
const everyCompletedStepTookEffect: Invariant = {
  number: 6,
  description: 'every completed external step has taken effect',
  violations: `${requestLogCtes}
    SELECT s.order_id, s.type, s.code
    FROM step s
    WHERE s.status = 'SUCCESS' AND NOT (s.type = 'LINE_RECONCILE' AND s.found IS NULL)
      AND NOT EXISTS (SELECT FROM effect e WHERE e.step_key = s.key)`,
};

/** The effects of rolled back orders that have no such undo. */
const withoutUndo = (undo: string) => `${requestLogCtes}
    SELECT s.order_id, s.type, s.code FROM step s JOIN effect e ON e.step_key = s.key
    WHERE s.order_status IN ('ROLLED_BACK', 'CANCELLED') AND s.can_be_undone AND NOT s.undo_failed AND NOT s.is_closed
      AND NOT s.is_skipped
      AND NOT EXISTS (SELECT FROM effect u WHERE e.key = ANY(u.undoes) AND ${undo})`;

const rolledBackEffectsAreUndoneLater: Invariant = {
  number: 7,
  description: 'every effect of a rolled back order has a later undo',
  violations: withoutUndo('u.seq > e.seq'),
};

/** A network without keys also executes a call that arrives after its undo. */
const rolledBackEffectsAreUndone: Invariant = {
  number: 7,
  description: 'no effect of a rolled back order is without an undo',
  violations: withoutUndo('true'),
};

const effectsAreUndoneNewestFirst: Invariant = {
  number: 7,
  description: 'effects are undone newest first',
  violations: `${requestLogCtes}
    SELECT a.order_id, a.type, a.code, b.code AS undone_later
    FROM step a
    JOIN step b ON b.order_id = a.order_id AND b.position > a.position
    JOIN effect ua ON a.key = ANY(ua.undoes) JOIN effect ub ON b.key = ANY(ub.undoes)
    WHERE ub.seq > ua.seq AND NOT a.undo_failed`,
};

const noEffectAfterUndo: Invariant = {
  number: 7,
  description: 'no call takes effect after its undo',
  violations: `${requestLogCtes}
    SELECT s.order_id, s.type, s.code
    FROM step s
    JOIN effect e ON e.step_key = s.key
    JOIN effect u ON e.key = ANY(u.undoes)
    WHERE u.seq < e.seq`,
};

export const requestLogInvariants: readonly Invariant[] = [
  eachKeyTookEffectOnce,
  everyCompletedStepTookEffect,
  rolledBackEffectsAreUndoneLater,
  effectsAreUndoneNewestFirst,
  noEffectAfterUndo,
];

/** The invariants that also hold for a network without keys, which executes every repeated or late call. */
export const requestLogInvariantsWithoutKeys: readonly Invariant[] = [
  everyCompletedStepTookEffect,
  rolledBackEffectsAreUndone,
];
