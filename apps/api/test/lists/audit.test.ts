import { writeEvent } from '@linework/events/insert-event';
import { findCursor } from '@linework/http/link-header';
import { listAuditRoute } from '@linework/schemas/audit/audit.routes';
import { cancelOrderRoute } from '@linework/schemas/orders/orders.routes';
import { v7 as newId } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { aPlacedOrder } from '../orders/a-failed-order.ts';
import { startTestApi, type TestClient } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const operator = await api.anOperatorsClient();
const { orderId } = await aPlacedOrder(api, client);
await operator.call(cancelOrderRoute, { params: { orderId }, body: { reason: 'incident 4711' } });

async function audit(reader: TestClient, query: object = {}) {
  const { status, body, headers } = await reader.call(listAuditRoute, { query });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { ...body, next: findCursor(headers.get('Link'), 'next') };
}

describe('the audit', () => {
  it('shows an operator what each key has done to a record, newest first', async () => {
    const { items } = await audit(operator, { recordId: orderId });
    const requests = items.map(({ type, actor, brokerId }) => [type, actor?.type === 'key' && actor.keyId, brokerId]);
    expect(requests[0]?.slice(1)).toEqual([operator.keyId, client.broker.id]);
    expect(requests).toContainEqual(['order.cancel_requested', operator.keyId, client.broker.id]);
    expect(requests.at(-1)).toEqual(['order.placed', client.keyId, client.broker.id]);
  });

  it('shows what one key has done, by type and time', async () => {
    const { items } = await audit(operator, {
      keyId: operator.keyId,
      type: 'order.cancel_requested',
      createdAtFrom: '2020-01-01',
    });
    expect(items).toMatchObject([{ resource: { id: orderId }, details: { reason: 'incident 4711' } }]);
    expect((await audit(operator, { keyId: operator.keyId, createdAtTo: '2020-01-01' })).items).toEqual([]);
  });

  it('shows what people did, or what keys did', async () => {
    const person = await api.db.prisma.operator.create({
      data: { id: newId(), name: 'Ana', role: 'operator', passwordHash: 'none' },
    });
    await writeEvent(api.db, { type: 'pause.ended', id: newId(), keyId: person.id });
    const ofPeople = (await audit(operator, { actor: 'person' })).items;
    const ofKeys = (await audit(operator, { actor: 'key' })).items;
    expect(ofPeople.map(({ actor }) => actor)).toEqual([{ type: 'operator', operatorId: person.id, name: 'Ana' }]);
    expect(new Set(ofKeys.map(({ actor }) => actor?.type))).toEqual(new Set(['key']));
    expect((await audit(operator, { actor: 'key', keyId: person.id })).items).toEqual([]);
    expect((await audit(client, { actor: 'person' })).items).toEqual([]);
  });

  it('finds a part of the reason or of the name, and takes no character for another one', async () => {
    const found = async (text: string, reader = operator) =>
      (await audit(reader, { text, recordId: orderId })).items.map(({ type }) => type);
    expect(await found('DENT 47')).toEqual(['order.cancel_requested']);
    expect(await found('dent%47')).toEqual([]);
    expect(await found('incident 4712')).toEqual([]);
    expect((await audit(operator, { text: 'incident 4711' })).items).toMatchObject([{ resource: { id: orderId } }]);
    const reasons = ['CPF 529.982.247-25', 'called +55 (11) 91234-5678', 'PUK: 12345678', 'CNPJ 12ABC34501DE35'];
    for (const reason of reasons) {
      await writeEvent(api.db, { type: 'pause.ended', id: newId(), keyId: operator.keyId, details: { reason } });
      expect((await audit(operator, { text: reason.slice(0, -2) })).items).toEqual([]);
    }
    // A broker does not see what another key did with its order.
    expect(await found('incident', client)).toEqual([]);
  });

  it('shows a broker what its own keys have done, and nobody else', async () => {
    const keys = (await audit(client)).items.map(({ actor }) => actor?.type === 'key' && actor.keyId);
    expect(new Set(keys)).toEqual(new Set([client.keyId]));
    expect((await audit(await api.aClient())).items).toEqual([]);
  });

  it('has each event on one page', async () => {
    const all = (await audit(operator, { limit: '100' })).items.map(({ id }) => id);
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const { items, next } = await audit(operator, { limit: '1', ...(cursor && { cursor }) });
      read.push(...items.map(({ id }) => id));
      cursor = next;
    } while (cursor !== undefined);
    expect(read).toEqual(all);
  });
});
