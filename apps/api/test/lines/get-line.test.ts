import { getLineRoute } from '@linework/schemas/lines/lines.routes';
import { aLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();

describe('getting a line', () => {
  it('returns its members and leaves out those without a value', async () => {
    const line = await aLine(api.db, 'STAND_BY', { brokerId: client.broker.id });
    const { status, body, headers } = await client.call(getLineRoute, { params: { id: line.id } });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: line.id,
      status: 'STAND_BY',
      msisdn: line.msisdn,
      iccId: line.iccid,
      holder: { id: line.holderId, name: 'Maria Souza', federalTaxId: expect.any(String) },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      brokerId: client.broker.id,
      metadata: {},
    });
    expect(JSON.stringify(body)).not.toContain('null');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.has('X-Powered-By')).toBe(false);
  });

  it('shows its activation and termination times and its external code', async () => {
    const line = await aLine(api.db, 'TERMINATED', { brokerId: client.broker.id, externalCode: 'ended' });
    const { body } = await client.call(getLineRoute, { params: { id: line.id } });
    expect(body).toMatchObject({
      status: 'TERMINATED',
      activatedAt: expect.any(String),
      terminatedAt: expect.any(String),
      externalCode: 'ended',
    });
  });

  it('returns the headers of GET for HEAD and no body', async () => {
    const line = await aLine(api.db, 'ACTIVE', { brokerId: client.broker.id });
    const request = (method: string) =>
      fetch(`${api.url}/lines/${line.id}`, { method, headers: { 'X-API-Key': client.key } });
    const [head, get] = await Promise.all([request('HEAD'), request('GET')]);
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('Content-Length')).toBe(get.headers.get('Content-Length'));
  });
});
