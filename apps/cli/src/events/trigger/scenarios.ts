import type { LineworkEventType } from '@linework/sdk';
import type { Demo } from './demo.ts';

export interface Scenario {
  readonly summary: string;
  /** The types of the events that it causes, in their order. */
  readonly types: readonly LineworkEventType[];
  /** Returns the record that the events are about. */
  readonly run: (demo: Demo) => Promise<object>;
}

const activeLine = (demo: Demo) => demo.find('/lines', { status: 'ACTIVE', sortOrder: 'asc' });
const hourMs = 3_600_000;

async function failedBlock(demo: Demo) {
  const line = await activeLine(demo);
  await demo.refuseNext(String(line['msisdn']));
  return demo.order(`/lines/${line['id']}/block`);
}

/**
 * What can be caused, each by what a client and the network would do. A type that no scenario has needs something that
 * the demo cannot do.
 */
export const scenarios: readonly Scenario[] = [
  {
    summary: 'blocks an active line',
    types: [
      'order.placed',
      'line.block_started',
      'order.started',
      'resource.suspended',
      'line.blocked',
      'order.completed',
    ],
    run: async (demo) => demo.order(`/lines/${(await activeLine(demo))['id']}/block`),
  },
  {
    summary: 'unblocks a blocked line',
    types: ['line.activation_started', 'resource.activated', 'line.activated'],
    run: async (demo) =>
      demo.order(`/lines/${(await demo.find('/lines', { status: 'BLOCKED', sortOrder: 'asc' }))['id']}/unblock`),
  },
  {
    summary: 'blocks a line that the network refuses to block',
    types: ['line.block_failed', 'order.failed'],
    run: failedBlock,
  },
  {
    summary: 'retries an order that the network has refused once',
    types: ['order.retry_requested'],
    run: async (demo) => demo.order(`/orders/${(await failedBlock(demo)).id}/retry`, { reason: 'linework trigger' }),
  },
  {
    summary: 'rolls back an order that the network has refused',
    types: ['order.rollback_requested', 'order.rollback_started', 'order.rolled_back'],
    run: async (demo) => demo.order(`/orders/${(await failedBlock(demo)).id}/rollback`, { reason: 'linework trigger' }),
  },
  {
    summary: 'cancels an order that was to start in an hour',
    types: ['order.cancelled'],
    async run(demo) {
      const line = await activeLine(demo);
      const later = new Date(Date.now() + hourMs).toISOString();
      const { headers } = await demo.api.request('POST', `/lines/${line['id']}/block`, { query: { notBefore: later } });
      return demo.order(`${headers.get('Location')}/cancel`, { reason: 'linework trigger' });
    },
  },
  {
    summary: 'blocks a line by a bulk operation',
    types: ['bulk_operation.started', 'bulk_operation.completed'],
    run: async (demo) =>
      demo.post('/bulk-operations', { operation: 'block', lineIds: [(await activeLine(demo))['id']] }),
  },
  {
    summary: 'changes the metadata of a line',
    types: ['line.changed'],
    run: async (demo) =>
      (
        await demo.api.request('PATCH', `/lines/${(await activeLine(demo))['id']}`, {
          body: { metadata: { triggeredAt: new Date().toISOString() } },
        })
      ).data as object,
  },
  {
    summary: 'deletes a blocked line',
    types: ['line.termination_started', 'resource.quarantined', 'resource.decommissioned', 'line.terminated'],
    run: async (demo) =>
      demo.order(`/lines/${(await demo.find('/lines', { status: 'BLOCKED', sortOrder: 'asc' }))['id']}`),
  },
  {
    summary: 'reserves a number for a minute, and then for longer',
    types: ['resource.reserved', 'reservation.extended'],
    async run(demo) {
      const resource = await demo.find('/inventory/resources', { status: 'available' });
      const { id } = await demo.post('/inventory/reservations', { resourceIds: [resource['id']], reservationTTL: 60 });
      return demo.post(`/inventory/reservations/${id}/extend`, { reservationTTL: 120 });
    },
  },
  {
    summary: 'pays an open invoice',
    types: ['payment.created', 'payment.authorized', 'payment.confirmed', 'invoice.paid'],
    run: async (demo) => demo.post(`/invoices/${(await demo.find('/invoices', { status: 'OPEN' }))['id']}/pay`),
  },
];
