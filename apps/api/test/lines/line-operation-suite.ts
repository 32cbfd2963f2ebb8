import type { LineStatus } from '@linework/schemas/lifecycles/line.lifecycle';
import { line as lineSchema } from '@linework/schemas/lines/line';
import type { defineAcceptedOperation, defineImmediateOperation } from '@linework/schemas/lines/line-operation';
import type { Order } from '@linework/schemas/orders/order';
import { order as orderSchema } from '@linework/schemas/orders/order';
import { orderPreview } from '@linework/schemas/orders/order-preview';
import { getOrderRoute, type PreviewRequest, previewOrderRoute } from '@linework/schemas/orders/orders.routes';
import { aLine, type SettledLineStatus } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';

export interface LineOperationExpected {
  /** Completes the sentence `... a line`. */
  readonly doing: string;
  readonly route: ReturnType<typeof defineAcceptedOperation> | ReturnType<typeof defineImmediateOperation>;
  readonly status: 200 | 202;
  readonly orderType: PreviewRequest['type'];
  readonly steps: readonly { readonly orderTypeStepCode: string; readonly actionCode: string }[];
  /** The statuses that allow the operation, with the status of the line until the order is settled. */
  readonly from: readonly SettledLineStatus[];
  readonly pendingStatus: LineStatus;
  /** Some statuses that do not allow it, with the requests that they allow. */
  readonly rejectedFrom: Partial<Readonly<Record<SettledLineStatus, readonly string[]>>>;
  readonly requested: string;
}

const notStarted = {
  status: 'PENDING',
  attempt: 0,
  error: null,
  startedAt: null,
  failedAt: null,
  finishedAt: null,
} as const;

/** The tests of every operation that opens an order on a line. */
export async function describeLineOperation(expected: LineOperationExpected): Promise<void> {
  const { doing, route, status, from, pendingStatus, requested } = expected;
  const api = await startTestApi();
  afterAll(() => api.close());
  const client = await api.aClient();
  const brokerId = client.broker.id;
  const requestOperation = (id: string, more: { headers?: Record<string, string> } = {}) =>
    client.call(route, { params: { id }, ...more });

  const preview = (lineId: string, headers: Record<string, string> = {}) =>
    client.call(previewOrderRoute, { body: { type: expected.orderType, lineId }, headers });

  function expectedOrder(line: { readonly id: string; readonly externalCode?: string }, correlationId: unknown): Order {
    return {
      id: expect.any(String),
      type: expected.orderType,
      status: 'PENDING',
      resource: { type: 'line', id: line.id },
      brokerId,
      externalCode: line.externalCode ?? '',
      correlationId: correlationId as string,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      input: {},
      metadata: { actor: { type: 'key', keyId: client.keyId, name: 'test' } },
      cancellationReason: null,
      steps: expected.steps.map((step) => ({ id: expect.any(String), ...step, ...notStarted })),
      failure: null,
    };
  }

  describe(`${doing} a line`, () => {
    it.each(from)(`from %s returns ${status} with the line and the location of its order`, async (before) => {
      const line = await aLine(api.db, before, { brokerId });
      const response = await requestOperation(line.id);
      expect(response.status).toBe(status);
      const location = response.headers.get('Location');
      expect(location).toMatch(/^\/orders\/[0-9a-f-]{36}$/);
      expect(response.headers.get('Link')).toBe(`<${location}>; rel="monitor"`);
      expect(lineSchema.parse(response.body)).toEqual({
        id: line.id,
        status: pendingStatus,
        msisdn: line.msisdn,
        iccId: line.iccid,
        holder: { id: line.holderId, name: expect.any(String), federalTaxId: expect.any(String) },
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        // A line that was never in service has no activation time.
        ...(['STAND_BY', 'PROVISIONING_ERROR', 'ACTIVATION_ERROR'].includes(before)
          ? {}
          : { activatedAt: expect.any(String) }),
        brokerId,
        metadata: {},
      });
      expect(api.wakeUps.splice(0)).toEqual([{ orderId: location?.split('/').at(-1), epoch: 0 }]);
    });

    it('opens an order with exactly the documented members', async () => {
      const line = {
        ...(await aLine(api.db, from[0] as SettledLineStatus, { brokerId, externalCode: `code of ${doing}` })),
        externalCode: `code of ${doing}`,
      };
      const response = await requestOperation(line.id, { headers: { 'X-Correlation-Id': 'ticket-17' } });
      const found = await client.call(getOrderRoute, { params: { orderId: readOrderId(response) } });
      expect(found.status).toBe(200);
      expect(orderSchema.parse(found.body)).toEqual(expectedOrder(line, 'ticket-17'));
    });

    it('uses the request id as correlation id when none is sent', async () => {
      const line = await aLine(api.db, from[0] as SettledLineStatus, { brokerId });
      const response = await requestOperation(line.id, { headers: { 'X-Request-Id': 'request-4' } });
      const found = await client.call(getOrderRoute, { params: { orderId: readOrderId(response) } });
      expect(found.body).toMatchObject({ correlationId: 'request-4' });
    });

    it('can be previewed: the response is the order, and nothing changes', async () => {
      const line = await aLine(api.db, from[0] as SettledLineStatus, { brokerId });
      api.wakeUps.splice(0);
      const before = await readDatabaseState(api.db);
      const response = await preview(line.id, { 'X-Correlation-Id': 'rehearsal' });
      expect(response.status).toBe(200);
      expect(response.headers.has('Location')).toBe(false);
      const { type, resource, externalCode, correlationId, input, metadata } = expectedOrder(line, 'rehearsal');
      const common = { type, resource, brokerId, externalCode, correlationId, input, metadata };
      expect(orderPreview.parse(response.body)).toEqual({ ...common, steps: expected.steps });
      expect(await readDatabaseState(api.db)).toEqual(before);
      expect(api.wakeUps).toEqual([]);
    });

    it('can be previewed with an Idempotency-Key, and nothing changes', async () => {
      const line = await aLine(api.db, from[0] as SettledLineStatus, { brokerId });
      const before = await readDatabaseState(api.db);
      const headers = { 'Idempotency-Key': 'rehearsal', 'X-Correlation-Id': 'rehearsal' };
      const response = await preview(line.id, headers);
      const again = await preview(line.id, headers);
      expect(again.body).toEqual(response.body);
      expect(await readDatabaseState(api.db)).toEqual(before);
      expect(api.wakeUps.splice(0)).toEqual([]);
    });

    it('has no dryRun parameter, because its response is a line', async () => {
      const line = await aLine(api.db, from[0] as SettledLineStatus, { brokerId });
      const response = await client.call(route, { params: { id: line.id }, query: { dryRun: 'true' } as object });
      expect(response).toMatchObject({
        status: 400,
        body: { errors: [{ parameter: 'dryRun', detail: '`dryRun` is not a known parameter.' }] },
      });
    });

    it.each(Object.entries(expected.rejectedFrom))(
      'from %s returns 409 with the allowed requests',
      async (before, allowed) => {
        const line = await aLine(api.db, before as SettledLineStatus, { brokerId });
        const state = await readDatabaseState(api.db);
        for (const response of [await requestOperation(line.id), await preview(line.id)]) {
          expect(response.status).toBe(409);
          expect(response.body).toMatchObject({
            type: expect.stringMatching(/\/problems\/invalid-status-transition$/),
            resource: { type: 'line', id: line.id },
            currentStatus: before,
            requested,
            allowed,
          });
        }
        expect(await readDatabaseState(api.db)).toEqual(state);
      },
    );

    it('a second time while the first order is open returns 409 without allowed requests', async () => {
      const line = await aLine(api.db, from[0] as SettledLineStatus, { brokerId });
      await requestOperation(line.id);
      const state = await readDatabaseState(api.db);
      const again = await requestOperation(line.id);
      expect(again.status).toBe(409);
      expect(again.body).toMatchObject({ currentStatus: pendingStatus, requested, allowed: [] });
      expect(await readDatabaseState(api.db)).toEqual(state);
    });
  });
}

const readOrderId = ({ headers }: { readonly headers: Headers }) => headers.get('Location')?.split('/').at(-1) ?? '';
