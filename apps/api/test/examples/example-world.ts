import { randomUUID } from 'node:crypto';
import { createBulkOperation } from '@linework/lines/bulk-operations/create-bulk-operation';
import { createLineRoute, deleteLineRoute } from '@linework/schemas/lines/lines.routes';
import { aBilledInvoice } from '@linework/testing/a-billed-invoice';
import { aHolder } from '@linework/testing/a-holder';
import { aLine, anActiveLine, type SettledLineStatus } from '@linework/testing/a-line';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPayment } from '@linework/testing/a-payment';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { aPool } from '@linework/testing/a-pool';
import { aPortIn } from '@linework/testing/a-port-in';
import { aRange } from '@linework/testing/a-range';
import { aSubscription } from '@linework/testing/a-subscription';
import { anInvoice } from '@linework/testing/an-invoice';
import { anOffer } from '@linework/testing/an-offer';
import { v7 as newId } from 'uuid';
import { aFailedOrder, aPlacedOrder } from '../orders/a-failed-order.ts';
import { type Records, recordsOfABroker } from '../support/records.ts';
import type { TestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';

/** The records that the examples of the OpenAPI document are about, and a worker that executes their orders. */
export async function createExampleWorld(api: TestApi) {
  const records: Records = await recordsOfABroker(api);
  const { broker } = records;
  const own = { brokerId: broker.id };
  await aRange(api.db, { ...own, kind: 'MSISDN', from: '+5511987650000', to: '+5511987659999' });
  const client = await api.aClient({ broker });
  const operator = await api.anOperatorsClient();
  const worker = testWorker(api);
  const offer = await anOffer(api.db, own);
  const holder = await aHolder(api.db, own);
  return {
    api,
    records,
    client,
    operator,
    worker,
    offer,
    holder,
    brokerId: broker.id,
    anotherHolder: () => aHolder(api.db, own),
    aLine: async (status: SettledLineStatus = 'ACTIVE') =>
      (await aLine(api.db, status, { ...own, holderId: holder.id })).id,
    aNumber: async () => (await aLineWithResources(api.db, 'ACTIVE', own)).msisdn,
    aLineRow: () => anActiveLine(api.db, { ...own, holderId: holder.id }),
    aPool: (type: 'MSISDN' | 'SIM' = 'MSISDN', count = 1) => aPool(api.db, { ...own, type, count }),
    aSubscription: (status: 'DRAFT' | 'ACTIVE' | 'PAUSED', more: object = {}) =>
      aSubscription(api.db, status, { ...own, customerId: holder.id, ...more }),
    anInvoice: async (status: 'OPEN' | 'OVERDUE') => (await anInvoice(api.db, status, { ...own, amount: '49.90' })).id,
    aPayment: async (status: Parameters<typeof aPayment>[1]) => (await aPayment(api.db, status, own)).id,
    aBilledInvoice: async () => (await aBilledInvoice(api.db, { ...own, amount: '89.70' })).id,
    aPortIn: async (status: Parameters<typeof aPortIn>[1]) => (await aPortIn(api.db, status, own)).id,
    aPaymentMethod: async (status: Parameters<typeof aPaymentMethod>[1], more: object = {}) =>
      (await aPaymentMethod(api.db, status, { ...own, customerId: holder.id, ...more })).id,
    /** Only a number whose line was deleted can be recalled from its quarantine. */
    async aNumberOfADeletedLine(): Promise<string> {
      const [numbers, sims] = [
        await aPool(api.db, { ...own, count: 1 }),
        await aPool(api.db, { ...own, type: 'SIM', count: 1 }),
      ];
      const body = { customerId: holder.id, msisdn: { poolId: numbers.id }, sim: { poolId: sims.id }, activate: true };
      const created = await client.call(createLineRoute, { body });
      await worker.handleWakeUps();
      await client.call(deleteLineRoute, { params: { id: (created.body as { readonly id: string }).id } });
      await worker.handleWakeUps();
      return numbers.resourceIds[0] ?? '';
    },
    /** One of a person that awaits approval. */
    aLargeBulkOperation: async () => {
      const id = newId();
      await api.db.prisma.operator.create({ data: { id, name: 'Bruno Lima', role: 'operator' } });
      const person = {
        id,
        name: 'Bruno Lima',
        role: 'operator',
        way: 'password',
        mustChangePassword: false,
        expiresAt: new Date(),
        brokerId: null,
        tokenDigest: Buffer.alloc(0),
      } as const;
      const lines = { lineIds: [(await aLine(api.db, 'ACTIVE', { ...own, holderId: holder.id })).id] };
      const caller = { keyId: id, operator: person, brokerId: null, scopes: [] };
      return (
        await createBulkOperation(api.db, {
          caller,
          operation: 'block',
          lines,
          correlationId: 'incident-4711',
          secondPersonAbove: 0,
        })
      ).id;
    },
    aSavedView: async () => {
      const view = { id: newId(), ownerId: operator.keyId, page: 'orders', query: 'status=FAILED' };
      return (await api.db.prisma.savedView.create({ data: { ...view, name: `Failed ${view.id.slice(-4)}` } })).id;
    },
    aPause: async () => {
      const pause = { kind: 'order-type', target: 'LINE_BLOCK', reason: 'Incident 4711', keyId: operator.keyId };
      return (await api.db.prisma.pause.create({ data: { id: randomUUID(), ...pause } })).id;
    },
    aLegalHold: async () => {
      const own = {
        brokerId: client.broker.id,
        customerId: (await aHolder(api.db, { brokerId: client.broker.id })).id,
      };
      const hold = { ...own, reason: 'Process 0001234-56.2026.8.26.0100', placedBy: 'broker', keyId: client.keyId };
      return (await api.db.prisma.legalHold.create({ data: { id: newId(), ...hold } })).id;
    },
    aFailedOrder: async () => (await aFailedOrder(api, client, worker)).order,
    aPlacedOrder: async () => (await aPlacedOrder(api, client)).orderId,
  };
}

export type ExampleWorld = Awaited<ReturnType<typeof createExampleWorld>>;
