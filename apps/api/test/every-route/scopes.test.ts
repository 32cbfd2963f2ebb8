import { type Scope, scopes } from '@linework/auth/scopes';
import { afterAll, describe, expect, it } from 'vitest';
import { everyRoute, needsKey } from '../support/every-route.ts';
import { problemIn } from '../support/problem-in.ts';
import { readDatabaseState } from '../support/read-database-state.ts';
import { aBodyFor, mediaTypeFor, pathOf } from '../support/sample-of.ts';
import { send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const anId = '018f0000-0000-7000-8000-000000000000';
const keys = await Promise.all(
  scopes.map(async (scope) => {
    // Only a key without a broker can have the scope of operators.
    const { key } = scope === 'operator' ? await api.anOperatorsClient([scope]) : await api.aClient({ scopes: [scope] });
    return { scope, key };
  }),
);

/** The additional scope that the operation in the sample body needs. */
const scopeOfSample: Readonly<Record<string, Scope>> = { previewBulkOperation: 'orders:write' };

describe.each(everyRoute(needsKey))('%s', (_name, route) => {
  const sendWith = (key: string) => {
    const body = aBodyFor(route);
    const headers = { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': mediaTypeFor(route) }) };
    return send(api.port, { method: route.method, path: pathOf(route, () => anId), headers, ...(body !== undefined && { body }) });
  };

  it(`accepts a key with the scope ${route.scope}`, async () => {
    const also = scopeOfSample[route.name];
    const keyOfRoute = keys.find(({ scope }) => scope === route.scope) ?? { key: '' };
    const { key } = also && route.scope ? await api.aClient({ scopes: [route.scope, also] }) : keyOfRoute;
    const { status, text } = await sendWith(key);
    // The record may still belong to another broker.
    expect(text).not.toContain('missing-scope');
    expect(status).not.toBe(401);
    expect(status).toBeLessThan(500);
  });

  it.each(keys.filter(({ scope }) => scope !== route.scope))('rejects a key that has only the scope $scope', async ({ key }) => {
    const before = await readDatabaseState(api.db);
    const response = await sendWith(key);
    expect(response.status).toBe(403);
    expect(problemIn(response)).toMatchObject({ code: 'missing-scope', scope: route.scope });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });
});
