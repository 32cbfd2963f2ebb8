import { insertEvent } from '@linework/events/insert-event';
import type { Transition } from '../model/transition.ts';
import type { TransitionPart } from './transition-part.ts';

const compensatingTransitions: Readonly<Partial<Record<Transition['to'], readonly Transition['from'][]>>> = {
  CANCELLED: ['PENDING', 'CANCELLING'],
  ROLLED_BACK: ['ROLLING_BACK'],
};

/**
 * Reinstates the failed orders that a compensated order superseded. The compensated order leaves no effect on the
 * resource, so they can be retried and rolled back again. An order that an operator closed does not restore its
 * resource, so the orders before it stay superseded.
 */
export const reinstateSuperseded: TransitionPart = {
  name: 'restore',
  rows: ({ from, to, keyId }) => (compensatingTransitions[to]?.includes(from) ? [{ keyId }] : []),
  columns: { entry: 'int', keyId: 'uuid' },
  text: `reinstated AS (
    UPDATE orders o
    SET superseded_by = NULL, updated_at = now()
    FROM $rows r JOIN moved m USING (entry)
    WHERE o.resource_id = ANY(ARRAY(SELECT resource_id FROM moved)) AND o.superseded_by = m.id
    RETURNING o.id, o.broker_id, m.id AS order_id, r."keyId"
  ), reinstated_events AS (
    ${insertEvent('order.reinstated', { order: 'order_id', key: '"keyId"' })}
    FROM reinstated
  )`,
};
