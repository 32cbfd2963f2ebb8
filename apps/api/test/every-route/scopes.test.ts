import { hasScope } from '@linework/auth/caller';
import { scopesOfRole } from '@linework/auth/roles';
import { type Scope, scopes } from '@linework/auth/scopes';
import { afterAll, describe, expect, it } from 'vitest';
import { createStateReader } from '../support/create-state-reader.ts';
import { everyRoute, needsKey } from '../support/every-route.ts';
import { problemIn } from '../support/problem-in.ts';
import { aBodyFor, mediaTypeFor, pathOf } from '../support/sample-of.ts';
import { send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const readState = createStateReader(api.db);
const anId = '018f0000-0000-7000-8000-000000000000';
/**
 * For each scope a key with only this one, and the keys with all others: one of a broker and one of an operator. If the
 * route took any other scope, alone or with more, they would be accepted. So two requests to each route prove as much
 * as one for every other scope.
 */
const keysOf = new Map(
  await Promise.all(
    scopes.map(async (scope) => {
      // `operator` includes the scopes for imports and people.
      const isIncluded = hasScope({ scopes: ['operator'] }, scope);
      const others = scopes.filter((other) => other !== scope && !(isIncluded && other === 'operator'));
      const ofBroker = others.filter((other) => other !== 'operator');
      // Only a key without a broker can have the scope of operators.
      const only = scope === 'operator' ? await api.anOperatorsClient([scope]) : await api.aClient({ scopes: [scope] });
      const [brokers, operators] = [await api.aClient({ scopes: ofBroker }), await api.anOperatorsClient(others)];
      return [
        scope,
        { only: only.key, withoutIt: { "a broker's key": brokers.key, "an operator's key": operators.key } },
      ] as const;
    }),
  ),
);

/** The additional scopes that an operation needs, or those in its sample body. */
const scopesOfSample: Readonly<Record<string, Scope | readonly Scope[]>> = {
  createOperator: scopesOfRole.administrator,
  previewBulkOperation: 'orders:write',
  createWebhookEndpoint: 'events:read',
  changeWebhookEndpoint: 'events:read',
  enableWebhookEndpoint: 'events:read',
  testWebhookEndpoint: 'events:read',
  replayWebhookEvents: 'events:read',
  resendWebhookDelivery: 'events:read',
};

describe.each(everyRoute(needsKey))('%s', (_name, route) => {
  const sendWith = (key: string) => {
    const body = aBodyFor(route);
    const headers = { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': mediaTypeFor(route) }) };
    return send(api.port, {
      method: route.method,
      path: pathOf(route, () => anId),
      headers,
      ...(body !== undefined && { body }),
    });
  };

  const { only, withoutIt } = keysOf.get(route.scope as Scope) ?? { only: '', withoutIt: {} };

  it(`accepts a key with the scope ${route.scope}`, async () => {
    const also = scopesOfSample[route.name];
    const { key } =
      also && route.scope ? await api.aClient({ scopes: [route.scope, ...[also].flat()] }) : { key: only };
    const { status, text } = await sendWith(key);
    // The record may still belong to another broker.
    expect(text).not.toContain('missing-scope');
    expect(status).not.toBe(401);
    expect(status).toBeLessThan(500);
  });

  it.each(Object.entries(withoutIt))(`rejects %s that has every scope but ${route.scope}`, async (_whose, key) => {
    const before = await readState();
    const response = await sendWith(key);
    expect(response.status).toBe(403);
    expect(problemIn(response)).toMatchObject({ code: 'missing-scope', scope: route.scope });
    expect(await readState()).toEqual(before);
  });
});
