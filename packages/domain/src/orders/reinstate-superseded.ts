import { eventType } from '@linework/schemas/events';
import type { Transition } from './transition.ts';
import type { TransitionPart } from './transition-parts.ts';

const compensatingTransitions: Readonly<Partial<Record<Transition['to'], readonly Transition['from'][]>>> = {
  CANCELLED: ['PENDING', 'CANCELLING'],
  ROLLED_BACK: ['ROLLING_BACK'],
};

/**
 * An order that is undone leaves its line as if it had never been: the orders in debt that it superseded may be retried and
 * rolled back again. One that an operator closed has left its line where it was, and them superseded.
 */
export const reinstateSuperseded: TransitionPart = {
  name: 'restore',
  rows: ({ from, to, keyId }) => (compensatingTransitions[to]?.includes(from) ? [{ keyId }] : []),
  columns: { entry: 'int', keyId: 'uuid' },
  text: `given_back AS (
    UPDATE orders o SET superseded_by = NULL, updated_at = now()
    FROM $rows u JOIN moved m USING (entry)
    WHERE o.resource_id = ANY(ARRAY(SELECT resource_id FROM moved)) AND o.superseded_by = m.id
    RETURNING o.id, o.broker_id, m.id AS order_id, u."keyId"
  ), given_back_events AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, order_id, key_id)
    SELECT broker_id, '${eventType('order.reinstated')}', 'order', id, order_id, "keyId" FROM given_back
  )`,
};
