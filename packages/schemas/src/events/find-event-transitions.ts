import type { Lifecycle } from '@linework/lifecycle/define-lifecycle';
import {
  brokerStatusEvents,
  bulkOperationStatusEvents,
  type EventType,
  eventType,
  invoiceStatusEvents,
  lineStatusEvents,
  orderStatusEvents,
  paymentMethodStatusEvents,
  paymentStatusEvents,
  portInStatusEvents,
  portOutStatusEvents,
  refundStatusEvents,
  resourceStatusEvents,
  subscriptionStatusEvents,
  taxReceiptStatusEvents,
} from '../events.ts';

/** The event of each status, by lifecycle. */
const statusEvents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  line: lineStatusEvents,
  order: orderStatusEvents,
  resource: resourceStatusEvents,
  'bulk-operation': bulkOperationStatusEvents,
  subscription: subscriptionStatusEvents,
  invoice: invoiceStatusEvents,
  'payment-method': paymentMethodStatusEvents,
  payment: paymentStatusEvents,
  refund: refundStatusEvents,
  'tax-receipt': taxReceiptStatusEvents,
  'port-in': portInStatusEvents,
  'port-out': portOutStatusEvents,
  broker: brokerStatusEvents,
};

interface EventTransitions {
  /** The statuses before; null stands for a new record. */
  readonly from: readonly (string | null)[];
  readonly to: string;
}

/** Finds the transitions of which an event tells; undefined if it is not the event of a status. */
export function findEventTransitions(type: EventType, lifecycles: readonly object[]): EventTransitions | undefined {
  for (const lifecycle of lifecycles as readonly Lifecycle[]) {
    const to = Object.entries(statusEvents[lifecycle.name] ?? {}).find(([, event]) => event === type)?.[0];
    if (to === undefined) continue;
    const moves = lifecycle.moves.filter((move) => move.to === to).map(({ from }) => from);
    // A new broker has an event of its own.
    return { from: [...new Set(moves)].filter((from) => from !== null || type !== eventType('broker.resumed')), to };
  }
  return undefined;
}
