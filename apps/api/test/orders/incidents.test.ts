import { randomUUID } from 'node:crypto';
import type { Incident } from '@linework/schemas/incidents/incident';
import {
  getIncidentRoute,
  listIncidentsRoute,
  recordIncidentRoute,
} from '@linework/schemas/incidents/incidents.routes';
import { listOrderGroupsRoute } from '@linework/schemas/orders/orders.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestClient } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { aPlacedOrder, theOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);
const client = await api.aClient();
const operator = await api.anOperatorsClient();

/** Places an order that the network rejects with this code. */
async function anIncident(errorCode: string) {
  const { orderId } = await aPlacedOrder(api, client);
  const { steps } = await theOrder(client, orderId);
  worker.network.failNext(`${steps[0]?.id}:execute`, { code: errorCode, detail: 'Rejected by the test.' });
  await worker.handleWakeUps();
  return { type: 'LINE_BLOCK', step: 'LINE_BLOCK.SUSPEND_NETWORK', errorCode };
}

async function record(body: Parameters<typeof operator.call<typeof recordIncidentRoute>>[1]['body']) {
  const response = await operator.call(recordIncidentRoute, { body });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return response.body;
}

async function groupOf(reader: TestClient, errorCode: string, query: object = {}) {
  const { status, body } = await reader.call(listOrderGroupsRoute, { query: { errorCode, ...query } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.items[0];
}

const eventsOf = (resourceId: string) =>
  api.db.prisma.event.findMany({ where: { resourceId }, orderBy: { seq: 'asc' } });

describe('an incident', () => {
  it('says who works on it and a note, until somebody takes it over, leaves it or removes the note', async () => {
    const key = await anIncident('taken');
    const taken = await record({ ...key, assigned: true, note: 'The HLR is being restarted.' });
    const me = { type: 'key', keyId: operator.keyId };
    expect(taken).toMatchObject({ ...key, assignee: me, note: 'The HLR is being restarted.', notedBy: me });
    expect(Date.parse(taken.assignedAt ?? '')).toBeGreaterThan(0);
    const other = await api.anOperatorsClient();
    const { body } = await other.call(recordIncidentRoute, { body: { ...key, assigned: true } });
    expect(body).toMatchObject({ id: taken.id, assignee: { keyId: other.keyId }, notedBy: me });
    expect(await record({ ...key, assigned: false })).not.toHaveProperty('assignee');
    expect(await record({ ...key, note: null })).toEqual({
      id: taken.id,
      ...key,
      createdAt: taken.createdAt,
      updatedAt: expect.any(String),
    });
    expect(await eventsOf(taken.id)).toMatchObject([
      { type: 'incident.taken', keyId: operator.keyId, brokerId: null, details: key },
      { type: 'incident.noted', details: { ...key, note: 'The HLR is being restarted.' } },
      { type: 'incident.taken', keyId: other.keyId },
      { type: 'incident.released' },
      { type: 'incident.noted', details: key },
    ]);
  });

  it('stands beside the count of its orders for operators, and for no broker', async () => {
    const key = await anIncident('beside');
    expect(await groupOf(operator, 'beside')).not.toHaveProperty('incident');
    const incident = await record({ ...key, assigned: true });
    expect(await groupOf(operator, 'beside')).toMatchObject({ orderCount: 1, incident });
    expect(await groupOf(client, 'beside')).not.toHaveProperty('incident');
    expect(await groupOf(operator, 'beside', { by: ['type', 'error'] })).not.toHaveProperty('incident');
  });

  it('is listed and found by its id and by what its orders have in common', async () => {
    const key = await anIncident('listed, with a comma');
    const incident = await record({ ...key, note: 'known' });
    expect(await operator.call(getIncidentRoute, { params: { id: incident.id } })).toMatchObject({ body: incident });
    const { body } = await operator.call(listIncidentsRoute, { query: key });
    expect((body as { readonly items: readonly Incident[] }).items).toEqual([incident]);
    expect(await operator.call(listIncidentsRoute, { query: { ...key, type: 'LINE_ACTIVATE' } })).toMatchObject({
      body: { items: [] },
    });
  });

  it('that does not exist is not found, with or without orders, and is nothing for a broker', async () => {
    const key = { type: 'LINE_BLOCK', step: 'LINE_BLOCK.SUSPEND_NETWORK', errorCode: 'never' };
    expect(await operator.call(recordIncidentRoute, { body: { ...key, assigned: true } })).toMatchObject({
      status: 404,
    });
    expect(await operator.call(getIncidentRoute, { params: { id: randomUUID() } })).toMatchObject({ status: 404 });
    const { id } = await record({ ...(await anIncident('operators-only')), note: 'x' });
    for (const unknown of [id, randomUUID()])
      expect(await client.call(getIncidentRoute, { params: { id: unknown } })).toMatchObject({ status: 403 });
  });
});
