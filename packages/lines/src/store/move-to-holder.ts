import { defineEffect } from '@linework/engine/model/step';
import { insertEvent } from '@linework/events/insert-event';

interface MoveToHolder {
  readonly lineId: string;
  readonly holderId: string;
  /** A subscription of the new holder. Without it the line is in none. */
  readonly subscriptionId?: string | undefined;
}

/** The subscriptions are locked first, as everybody does, and the accounts before the line. */
const endForFormerHolderSql = `holder_changes AS (
  SELECT w."lineId", w."holderId", w."subscriptionId", w."keyId", m.id AS order_id
  FROM $rows w JOIN moved m USING (entry)
), holder_wanted AS (
  SELECT w.*, l.holder_id AS former_holder_id, l.subscription_id AS former_subscription_id
  FROM line l JOIN holder_changes w ON w."lineId" = l.id
  WHERE l.id = ANY(ARRAY(SELECT "lineId" FROM holder_changes))
), holder_subscriptions AS (
  SELECT s.id
  FROM subscription s
  WHERE s.id = ANY(ARRAY(
    SELECT "subscriptionId" FROM holder_wanted UNION ALL SELECT former_subscription_id FROM holder_wanted))
  ORDER BY s.id
  FOR KEY SHARE
), holder_accounts AS (
  UPDATE usage_account a
  SET former_holder_id = w.former_holder_id, held = a.held - tstzmultirange(tstzrange(now(), NULL)), updated_at = now()
  FROM holder_wanted w
  WHERE a.line_id = ANY(ARRAY(SELECT "lineId" FROM holder_wanted)) AND a.line_id = w."lineId"
    AND a.former_holder_id IS NULL
    AND (SELECT count(*) FROM holder_subscriptions) >= 0
  RETURNING a.id
)`;

/** The new allocation begins when the old one ends. The old one is ended before, because the two must not overlap. */
const moveResourcesSql = `holder_resources AS (
  SELECT s.resource_id, s.broker_id, w."lineId", w."holderId", w."keyId", w.order_id
  FROM resource_state s JOIN holder_wanted w ON w."lineId" = s.line_id
  WHERE s.line_id = ANY(ARRAY(SELECT "lineId" FROM holder_wanted))
  ORDER BY s.resource_id
  FOR UPDATE OF s
), holder_allocations_ended AS (
  UPDATE allocation a
  SET held_to = greatest(now(), a.held_from)
  FROM holder_resources r
  WHERE a.resource_id = r.resource_id AND a.held_to IS NULL
  RETURNING a.resource_id, a.held_to
), holder_allocations AS (
  INSERT INTO allocation (resource_id, broker_id, holder_id, line_id, held_from)
  SELECT r.resource_id, r.broker_id, r."holderId", r."lineId", e.held_to
  FROM holder_resources r JOIN holder_allocations_ended e USING (resource_id)
), holder_resource_events AS (
  ${insertEvent('resource.holder_changed', {
    id: 'resource_id',
    order: 'order_id',
    key: '"keyId"',
    details: `jsonb_build_object('lineId', "lineId")`,
  })}
  FROM holder_resources
), holder_lines AS (
  UPDATE line l
  SET holder_id = w."holderId", subscription_id = w."subscriptionId", updated_at = now()
  FROM holder_wanted w
  WHERE l.id = ANY(ARRAY(SELECT "lineId" FROM holder_wanted)) AND l.id = w."lineId"
    AND (SELECT count(*) FROM holder_accounts) >= 0
)`;

/**
 * Gives a line with its number and its SIM to another holder. Triggers keep who had it before, and that its former
 * subscription has one line less. They end what is left of the former holder's credits, and a pause of the former
 * subscription no longer unblocks the line: both see what was committed while the statement waited.
 */
export const moveToHolder = defineEffect<MoveToHolder>({
  name: 'holder',
  columns: { lineId: 'uuid', holderId: 'uuid', subscriptionId: 'uuid' },
  text: [endForFormerHolderSql, moveResourcesSql].join(', '),
});
