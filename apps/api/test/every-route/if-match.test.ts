import type { Route } from '@linework/http/define-route';
import { isMutation } from '@linework/http/route-problems';
import { findRecordRoutes } from '@linework/http/routing/record-routes';
import { afterAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/endpoints/interface.ts';
import { createStateReader } from '../support/create-state-reader.ts';
import { everyRoute, namesRecord } from '../support/every-route.ts';
import { problemIn } from '../support/problem-in.ts';
import { recordsFor, recordsOfABroker } from '../support/records.ts';
import { aBodyFor, aQueryFor, mediaTypeFor, pathOf } from '../support/sample-of.ts';
import { type PlainResponse, send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const readState = createStateReader(api.db);
const records = await recordsOfABroker(api);
const { key } = await api.anOperatorsClient();
const { findChangedRecord, isReturnedBy } = findRecordRoutes(routes);

function sendTo(route: Route, id: string, headers: Readonly<Record<string, string>> = {}): Promise<PlainResponse> {
  const body = aBodyFor(route);
  const path = pathOf(route, () => id) + aQueryFor(route);
  const sent = { 'X-API-Key': key, ...headers, ...(body !== undefined && { 'Content-Type': mediaTypeFor(route) }) };
  return send(api.port, { method: route.method, path, headers: sent, ...(body !== undefined && { body }) });
}

const changesRecord = (route: Route) => findChangedRecord(route) !== undefined;

describe.each(everyRoute(changesRecord))('%s', (_name, route) => {
  it.each(recordsFor(route, records))('changes nothing if If-Match has another ETag (%#)', async (id) => {
    const before = await readState();
    for (const more of [{}, { 'Idempotency-Key': `${route.name}-${id}` }]) {
      const response = await sendTo(route, id, { 'If-Match': '"another", W/"weak"', ...more });
      expect(response.status).toBe(412);
      expect(problemIn(response)).toMatchObject({ code: 'precondition-failed' });
    }
    expect(await readState()).toEqual(before);
    expect(api.wakeUps).toEqual([]);
  });
});

describe.each(everyRoute((route) => isMutation(route) && !changesRecord(route)))('%s', (_name, route) => {
  it('rejects an If-Match, which it does not support', async () => {
    const response = await sendTo(route, records.lineIds[0] ?? '', { 'If-Match': '"any"' });
    expect(response.status).toBe(400);
    expect(problemIn(response).errors).toContainEqual(expect.objectContaining({ parameter: 'If-Match' }));
  });
});

const readsOwnRecord = (route: Route) => route.method === 'get' && isReturnedBy(route, 200) && namesRecord(route);

describe.each(everyRoute(readsOwnRecord))('%s', (_name, route) => {
  it.each(recordsFor(route, records).slice(0, 1))(
    'has an ETag, and responds with 304 to a client that has it',
    async (id) => {
      const first = await sendTo(route, id);
      expect(first.status).toBe(200);
      expect(first.headers.etag).toMatch(/^"[\w-]{22}"$/);
      const again = await sendTo(route, id, { 'If-None-Match': `"other", W/${first.headers.etag}` });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', first.headers.etag]);
      expect((await sendTo(route, id, { 'If-None-Match': '"other"' })).status).toBe(200);
    },
  );
});

describe.each(everyRoute((route) => route.method === 'patch'))('%s', (_name, route) => {
  it.each(['application/merge-patch+json', 'application/json-patch+json'])(
    'rejects %s with the supported media type',
    async (type) => {
      const path = pathOf(route, () => records.lineIds[0] ?? '');
      const response = await send(api.port, {
        method: 'PATCH',
        path,
        headers: { 'X-API-Key': key, 'Content-Type': type },
        body: '{}',
      });
      expect(response.status).toBe(415);
      expect(response.headers).toMatchObject({ 'accept-patch': 'application/json' });
    },
  );
});
