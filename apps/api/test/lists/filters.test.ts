import { createClient } from '@linework/http/client';
import { blockLineRoute, listLinesRoute } from '@linework/schemas/lines/lines.routes';
import { orderTypeCodes } from '@linework/schemas/orders/order-types';
import { listOrdersRoute } from '@linework/schemas/orders/orders.routes';
import { aHolder } from '@linework/testing/a-holder';
import { aLine, anActiveLine } from '@linework/testing/a-line';
import { aSubscription } from '@linework/testing/a-subscription';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

type Query = Readonly<Record<string, string | readonly string[]>>;

async function found(key: string, query: Query): Promise<readonly string[]> {
  const { status, body } = await createClient(api.url, { apiKey: key }).call(listLinesRoute, {
    query: query as object,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  expect(body.meta.total).toBe(body.items.length);
  return body.items.map(({ id }) => id).toSorted();
}

describe('the filters of lines', () => {
  it('by time include both ends, to the millisecond', async () => {
    const { key, broker } = await api.aClient();
    const ids: string[] = [];
    for (const at of ['09.999', '10.000', '10.500', '11.000', '11.001']) {
      const { id } = await anActiveLine(api.db, { brokerId: broker.id });
      await api.db.pool.query('UPDATE line SET created_at = $2, updated_at = $2 WHERE id = $1', [
        id,
        `2026-06-01T12:00:${at}Z`,
      ]);
      ids.push(id);
    }
    for (const name of ['createdAt', 'updatedAt']) {
      const between = { [`${name}From`]: '2026-06-01T12:00:10Z', [`${name}To`]: '2026-06-01T14:00:11.000+02:00' };
      expect(await found(key, between), name).toEqual(ids.slice(1, 4).toSorted());
      expect(await found(key, { [`${name}From`]: '2026-06-01T12:00:11Z' })).toEqual(ids.slice(3).toSorted());
      expect(await found(key, { [`${name}To`]: '2026-06-01T12:00:10Z' })).toEqual(ids.slice(0, 2).toSorted());
    }
  });

  it('by a date without a time mean the whole day in UTC', async () => {
    const { key, broker } = await api.aClient();
    const ids: string[] = [];
    for (const at of [
      '2026-06-01T23:59:59.999Z',
      '2026-06-02T00:00:00.000Z',
      '2026-06-02T23:59:59.999Z',
      '2026-06-03T00:00:00.000Z',
    ]) {
      const { id } = await anActiveLine(api.db, { brokerId: broker.id });
      await api.db.pool.query('UPDATE line SET created_at = $2, updated_at = $2 WHERE id = $1', [id, at]);
      ids.push(id);
    }
    expect(await found(key, { createdAtFrom: '2026-06-02', createdAtTo: '2026-06-02' })).toEqual(
      ids.slice(1, 3).toSorted(),
    );
    expect(await found(key, { createdAtFrom: '2026-06-02T00:00:00', createdAtTo: '2026-06-02T12:00' })).toEqual(
      ids.slice(1, 2),
    );
  });

  it('by external code have no wildcards and ignore case', async () => {
    const { key, broker } = await api.aClient();
    const codes = ['50% off', '50 off', 'a_b', 'aXb', 'c\\d', 'CD', 'ÄÖ'];
    const ids = new Map<string, string>();
    for (const code of codes)
      ids.set(code, (await anActiveLine(api.db, { brokerId: broker.id, externalCode: code })).id);
    const idsOf = (...wanted: readonly string[]) => wanted.map((code) => ids.get(code)).toSorted();
    expect(await found(key, { externalCode: '%' })).toEqual(idsOf('50% off'));
    expect(await found(key, { externalCode: '_' })).toEqual(idsOf('a_b'));
    expect(await found(key, { externalCode: '\\' })).toEqual(idsOf('c\\d'));
    expect(await found(key, { externalCode: 'OFF' })).toEqual(idsOf('50% off', '50 off'));
    expect(await found(key, { externalCode: 'äö' })).toEqual(idsOf('ÄÖ'));
    expect(await found(key, { externalCode: "' OR 1=1 --" })).toEqual([]);
  });

  it('by number or code accept a plus sign that is missing, encoded or not encoded', async () => {
    const { key, broker } = await api.aClient();
    const { id, msisdn } = await anActiveLine(api.db, { brokerId: broker.id, externalCode: '+5511900002005' });
    const digits = msisdn.slice(1);
    const spellings = [`msisdn=${msisdn}`, `msisdn=${digits}`, `msisdn=%20${digits}`, `msisdn=%2B${digits}`];
    for (const query of [...spellings, 'externalCode=+5511900002005', 'externalCode=+5511']) {
      const response = await fetch(`${api.url}/lines?${query}`, { headers: { 'X-API-Key': key } });
      expect(await response.json(), query).toMatchObject({ items: [{ id }] });
    }
  });

  it('by the first digits of a number, and by the time of activation', async () => {
    const { key, broker } = await api.aClient();
    const ofBroker = { brokerId: broker.id };
    const paulista = await anActiveLine(api.db, { ...ofBroker, msisdn: '+5511944441001' });
    const carioca = await anActiveLine(api.db, { ...ofBroker, msisdn: '+5521944441001' });
    const standBy = await aLine(api.db, 'STAND_BY', ofBroker);
    expect(await found(key, { msisdnPrefix: '+5511' })).toContain(paulista.id);
    expect(await found(key, { msisdnPrefix: '5521' })).toEqual([carioca.id]);
    expect(await found(key, { msisdnPrefix: '+55219444' })).toEqual([carioca.id]);
    expect(await found(key, { msisdnPrefix: '+5' })).toHaveLength(3);
    for (const [{ id }, activatedAt] of [[paulista, '2026-11-30T12:00:00Z'] as const, [carioca, '2026-12-01'] as const])
      await api.db.prisma.line.update({ where: { id }, data: { activatedAt: new Date(activatedAt) } });
    const november = { activatedAtFrom: '2026-11-01', activatedAtTo: '2026-11-30' };
    expect(await found(key, november)).toEqual([paulista.id]);
    expect(await found(key, { activatedAtFrom: '2000-01-01' })).not.toContain(standBy.id);
    const response = await fetch(`${api.url}/lines?msisdnPrefix=%25`, { headers: { 'X-API-Key': key } });
    expect(response.status).toBe(400);
  });

  it('by subscription find its lines', async () => {
    const { key, broker } = await api.aClient();
    const [member, other] = [
      await anActiveLine(api.db, { brokerId: broker.id }),
      await anActiveLine(api.db, { brokerId: broker.id }),
    ];
    const subscription = await aSubscription(api.db, 'ACTIVE', { brokerId: broker.id, lineIds: [member.id] });
    await aSubscription(api.db, 'ACTIVE', { brokerId: broker.id, lineIds: [other.id] });
    expect(await found(key, { subscriptionId: subscription.id })).toEqual([member.id]);
  });

  it('by status, holder, number and SIM accept several values, repeated or separated by commas', async () => {
    const { key, broker } = await api.aClient();
    const holder = await aHolder(api.db, { brokerId: broker.id });
    const active = await aLine(api.db, 'ACTIVE', { brokerId: broker.id, holderId: holder.id });
    const blocked = await aLine(api.db, 'BLOCKED', { brokerId: broker.id });
    const ended = await aLine(api.db, 'TERMINATED', { brokerId: broker.id });
    expect(await found(key, { status: ['ACTIVE'] })).toEqual([active.id]);
    expect(await found(key, { status: 'ACTIVE,BLOCKED' })).toEqual([active.id, blocked.id].toSorted());
    expect(await found(key, { status: ['ACTIVE', 'TERMINATED'] })).toEqual([active.id, ended.id].toSorted());
    expect(await found(key, { customerId: holder.id })).toEqual([active.id]);
    expect(await found(key, { msisdn: blocked.msisdn })).toEqual([blocked.id]);
    expect(await found(key, { iccId: ended.iccid })).toEqual([ended.id]);
    expect(await found(key, { brokerId: broker.id })).toHaveLength(3);
    expect(await found(key, { status: 'ACTIVE', customerId: holder.id, msisdn: blocked.msisdn })).toEqual([]);
  });

  it('return the lines of every broker to an operator, or those of the named brokers', async () => {
    const { key } = await api.anOperatorsClient();
    const [one, other] = [await anActiveLine(api.db), await anActiveLine(api.db)];
    expect(await found(key, { brokerId: `${one.brokerId},${other.brokerId}` })).toEqual([one.id, other.id].toSorted());
  });
});

describe('the filters of orders', () => {
  it('by status, type, line and correlation id find its orders', async () => {
    const client = await api.aClient();
    const correlationId = 'c'.repeat(255);
    const place = async (headers = {}) => {
      const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
      const { headers: answered } = await client.call(blockLineRoute, { params: { id }, headers });
      return { lineId: id, orderId: answered.get('Location')?.split('/').at(-1) };
    };
    const [first, second] = [await place({ 'X-Correlation-Id': correlationId }), await place()];
    const orders = async (query: object) => {
      const { status, body } = await client.call(listOrdersRoute, { query });
      return status === 200 ? body.items.map(({ id }) => id) : body;
    };
    expect(await orders({})).toEqual([second.orderId, first.orderId]);
    expect(await orders({ sortOrder: 'asc' })).toEqual([first.orderId, second.orderId]);
    expect(await orders({ correlationId })).toEqual([first.orderId]);
    expect(await orders({ resourceId: second.lineId })).toEqual([second.orderId]);
    expect(await orders({ type: 'LINE_BLOCK,LINE_UNBLOCK', status: 'PENDING' })).toHaveLength(2);
    expect(await orders({ type: 'LINE_UNBLOCK' })).toEqual([]);
    expect(await orders({ type: 'NOPE' })).toMatchObject({
      status: 400,
      errors: [{ parameter: 'type', detail: expect.stringContaining(orderTypeCodes.join(', ')) }],
    });
    expect(await orders({ status: ['FAILED'] })).toEqual([]);
  });
});
