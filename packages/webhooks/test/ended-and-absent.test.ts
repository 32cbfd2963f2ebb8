import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { expect, it } from 'vitest';
import { rollSecret } from '../src/endpoints/roll-secret.ts';
import { aWebhookFixture } from './a-webhook-fixture.ts';

const fixture = await aWebhookFixture();
const { db, receiver, anEndpoint, anEvent, deliver } = fixture;

async function anEndpointWithRolls(...ends: readonly number[]) {
  const { caller } = await fixture.aBroker();
  const path = `/${caller.brokerId}`;
  const endpoint = await anEndpoint(caller, { url: `${fixture.url}${path}` });
  const deps = { db, keyWrapper: testSecretKeys().wrapper };
  const ofEndpoint = { where: { endpointId: endpoint.id }, orderBy: { createdAt: 'asc' } } as const;
  const listEnds = async () => (await db.prisma.webhookSecret.findMany(ofEndpoint)).map(({ expiresAt }) => expiresAt);
  const history: (readonly (Date | null)[])[] = [];
  for (const oldSecretEndsInSeconds of ends) {
    await rollSecret(deps, { caller, endpointId: endpoint.id, oldSecretEndsInSeconds });
    history.push(await listEnds());
  }
  return { caller, endpoint, path, history };
}

it('a secret that was to end in an hour ends in an hour, also when its successor is rolled for a week', async () => {
  const { history } = await anEndpointWithRolls(3_600, 604_800);
  expect(history[1]?.[0]).toEqual(history[0]?.[0]);
});

it('a secret that was to end in a week ends with its successor that is rolled at once', async () => {
  const { history } = await anEndpointWithRolls(604_800, 0);
  const [[first], [ended, successor, newest]] = history as [[Date], [Date, Date, null]];
  expect(ended.getTime()).toBeLessThan(first.getTime());
  expect([ended, newest]).toEqual([successor, null]);
});

it('a secret that has ended signs nothing, also when its successor is rolled for a week', async () => {
  const { caller, endpoint, path } = await anEndpointWithRolls(0, 604_800);
  receiver.setSecrets([endpoint.secret]);
  await anEvent(caller);
  await deliver();
  expect(receiver.calls.filter((call) => call.path === path)).toMatchObject([{ isVerified: false }]);
});

it('an event of no broker goes to the endpoints of operators only', async () => {
  const { caller } = await fixture.aBroker();
  const ofBroker = await anEndpoint(caller);
  const ofOperator = await anEndpoint({ ...caller, brokerId: null });
  await anEvent({ ...caller, brokerId: null });
  await deliver();
  expect([await fixture.deliveriesOf(ofBroker.id), await fixture.deliveriesOf(ofOperator.id)]).toMatchObject([
    [],
    [{ status: 'delivered' }],
  ]);
});
