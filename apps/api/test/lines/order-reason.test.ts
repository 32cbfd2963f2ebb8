import { listAuditRoute } from '@linework/schemas/audit/audit.routes';
import {
  blockLineRoute,
  deleteLineRoute,
  listLineEventsRoute,
  unblockLineRoute,
} from '@linework/schemas/lines/lines.routes';
import { listOrderEventsRoute } from '@linework/schemas/orders/orders.routes';
import { aLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const brokerId = client.broker.id;

const detailsOf = (body: unknown) =>
  (body as { items: readonly { type: string; details: object }[] }).items.map(({ type, details }) => [type, details]);

describe('the reason for an order on a line', () => {
  it.each([
    ['ACTIVE', blockLineRoute, 'line.block_started'],
    ['BLOCKED', unblockLineRoute, 'line.activation_started'],
    ['BLOCKED', deleteLineRoute, 'line.termination_started'],
  ] as const)(
    'of a line that is %s is in the events of the order and of the line, and in the audit',
    async (status, route, started) => {
      const line = await aLine(api.db, status, { brokerId });
      const reason = `unpaid, says ${started} + <b>`;
      const { headers } = await client.call(route, { params: { id: line.id }, query: { reason: ` ${reason} ` } });
      const orderId = headers.get('Location')?.split('/').at(-1) ?? '';
      const ofOrder = await client.call(listOrderEventsRoute, { params: { orderId } });
      expect(detailsOf(ofOrder.body)).toEqual([['order.placed', { reason }]]);
      const ofLine = await client.call(listLineEventsRoute, { params: { id: line.id } });
      expect(detailsOf(ofLine.body).at(-1)).toEqual([started, { reason }]);
      const audit = await client.call(listAuditRoute, { query: { text: started } });
      expect(detailsOf(audit.body).length).toBe(2);
    },
  );

  it('is left out where nobody gave one', async () => {
    const line = await aLine(api.db, 'ACTIVE', { brokerId });
    await client.call(blockLineRoute, { params: { id: line.id } });
    const { body } = await client.call(listLineEventsRoute, { params: { id: line.id } });
    expect(detailsOf(body).at(-1)).toEqual(['line.block_started', {}]);
  });

  it.each(['', '  ', 'x'.repeat(501)])('must be a text of at most 500 characters, not %j', async (reason) => {
    const line = await aLine(api.db, 'ACTIVE', { brokerId });
    const { status, body } = await client.call(blockLineRoute, { params: { id: line.id }, query: { reason } });
    expect([status, (body as { errors: unknown[] }).errors]).toEqual([
      400,
      [expect.objectContaining({ parameter: 'reason' })],
    ]);
  });
});
