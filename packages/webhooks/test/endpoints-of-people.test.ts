import type { Caller } from '@linework/auth/caller';
import type { Role } from '@linework/auth/roles';
import { scopes } from '@linework/auth/scopes';
import { aBroker } from '@linework/testing/a-broker';
import { aCallerOf, withKey } from '@linework/testing/callers';
import { v7 as newId } from 'uuid';
import { describe, expect, it } from 'vitest';
import { watchEndpoints } from '../src/deliveries/watch-endpoints.ts';
import { changeEndpoint } from '../src/endpoints/change-endpoint.ts';
import { enableEndpoint } from '../src/endpoints/move-endpoint.ts';
import { aWebhookFixture } from './a-webhook-fixture.ts';

const fixture = await aWebhookFixture();
const { db, receiver, deliver, deliveriesOf } = fixture;
const msisdn = '5511987654321';
const watch = () => watchEndpoints(db, { disableAfterMs: 432_000_000 });

async function aPerson(role: Role): Promise<Caller> {
  const id = newId();
  const session = {
    way: 'password',
    mustChangePassword: false,
    expiresAt: new Date(),
    brokerId: null,
    tokenDigest: Buffer.alloc(0),
  } as const;
  await db.prisma.operator.create({ data: { id, name: id, role } });
  return { keyId: id, brokerId: null, scopes, operator: { id, name: id, role, ...session } };
}

/** An endpoint of a person who is an administrator now. */
async function anEndpointOfAPerson() {
  const [{ id: brokerId }, caller] = [await aBroker(db), await aPerson('administrator')];
  const path = `/${brokerId}`;
  const { id } = await fixture.anEndpoint(caller, { brokerId, url: `${fixture.url}${path}`, types: ['line.*'] });
  const anEvent = () =>
    db.prisma.event.create({
      data: {
        type: 'line.changed',
        brokerId,
        resourceType: 'line',
        resourceId: newId(),
        details: { msisdn: `+${msisdn}` },
      },
    });
  const listBodies = () => receiver.calls.filter((call) => call.path === path).map((call) => JSON.stringify(call));
  return { id, brokerId, caller, anEvent, listBodies };
}

describe('an endpoint of a person', () => {
  it('gets events masked, as the person reads them', async () => {
    const { anEvent, listBodies } = await anEndpointOfAPerson();
    await anEvent();
    await deliver();
    expect(listBodies()).toEqual([expect.not.stringContaining(msisdn)]);
  });

  it('that a key made gets events masked from the moment in which a person gives it another address', async () => {
    const { id: brokerId } = await aBroker(db);
    const owner = await withKey(db, aCallerOf({ id: brokerId }));
    const { id } = await fixture.anEndpoint(owner, { types: ['line.*'] });
    await changeEndpoint(db, { caller: await aPerson('administrator'), endpointId: id, url: `${fixture.url}/${id}` });
    await db.prisma.event.create({
      data: {
        type: 'line.changed',
        brokerId,
        resourceType: 'line',
        resourceId: newId(),
        details: { msisdn: `+${msisdn}` },
      },
    });
    await deliver();
    const bodies = receiver.calls.filter((call) => call.path === `/${id}`).map((call) => JSON.stringify(call));
    expect(bodies).toEqual([expect.not.stringContaining(msisdn)]);
  });

  it('sends no sample either once the person has ended, and says so', async () => {
    const { id, caller, listBodies } = await anEndpointOfAPerson();
    await aPerson('administrator');
    await db.pool.query('UPDATE operator SET disabled_at = now() WHERE id = $1', [caller.keyId]);
    await db.prisma.webhookDelivery.create({
      data: {
        id: newId(),
        endpointId: id,
        eventType: 'line.activated',
        cause: 'test',
        status: 'pending',
        dueAt: new Date(0),
      },
    });
    await deliver();
    expect(listBodies()).toEqual([]);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'failed', reason: 'key-ended' }]);
    // Disables it, so that the other tests do not find it.
    await watch();
  });

  it.each([
    ['is disabled', 'UPDATE operator SET disabled_at = now() WHERE id = $1'],
    ['is no administrator any more', "UPDATE operator SET role = 'operator' WHERE id = $1"],
    ['is deleted', 'DELETE FROM operator WHERE id = $1'],
  ])('gets nothing from the moment in which the person %s, and is then disabled', async (_name, change) => {
    const { id, caller, anEvent, listBodies } = await anEndpointOfAPerson();
    // Another one stays, so that this one may go.
    await aPerson('administrator');
    await db.pool.query(change, [caller.keyId]);
    await anEvent();
    await deliver();
    expect(listBodies()).toEqual([]);
    expect((await watch()).withoutKeyIds).toEqual([id]);
    expect(await db.prisma.webhookEndpoint.findFirst({ where: { id } })).toMatchObject({
      status: 'disabled',
      disabledReason: 'key-ended',
    });
    expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(['held']);
  });

  it('that has ended is enabled by another administrator only, who then owns it', async () => {
    const { id, caller, anEvent, listBodies } = await anEndpointOfAPerson();
    const [operator, administrator] = [await aPerson('operator'), await aPerson('administrator')];
    await db.prisma.operator.update({ where: { id: caller.keyId }, data: { disabledAt: new Date() } });
    await watch();
    const enabling = { endpointId: id, deliver: 'all' } as const;
    await expect(enableEndpoint(db, { caller: operator, ...enabling })).rejects.toMatchObject({
      status: 403,
      code: 'missing-role',
    });
    await enableEndpoint(db, { caller: administrator, ...enabling });
    await anEvent();
    await deliver();
    expect(listBodies()).toEqual([expect.not.stringContaining(msisdn)]);
  });

  it('that was disabled by request is enabled by the person on duty, and keeps its owner', async () => {
    const { id, caller } = await anEndpointOfAPerson();
    await db.prisma.webhookEndpoint.update({
      where: { id },
      data: { status: 'disabled', disabledReason: 'requested', nextAt: null },
    });
    await enableEndpoint(db, { caller: await aPerson('operator'), endpointId: id, deliver: 'all' });
    expect(await db.prisma.webhookEndpoint.findFirst({ where: { id } })).toMatchObject({
      status: 'enabled',
      keyId: caller.keyId,
    });
  });
});

describe('the database', () => {
  it.each(['viewer', 'operator'] as const)('gives no endpoint to a person with the role %s', async (role) => {
    const { id } = await anEndpointOfAPerson();
    const { keyId } = await aPerson(role);
    await expect(
      db.pool.query('UPDATE webhook_endpoint SET key_id = $2 WHERE id = $1', [id, keyId]),
    ).rejects.toMatchObject({
      constraint: 'administrators_own_endpoints',
    });
    await expect(fixture.anEndpoint(await aPerson(role))).rejects.toThrow(
      'a person who owns an endpoint is an enabled administrator',
    );
  });

  it('shows nothing in clear to an endpoint of a person', async () => {
    const { id } = await anEndpointOfAPerson();
    await expect(
      db.pool.query("UPDATE webhook_endpoint SET scopes = '{events:read,lines:read}' WHERE id = $1", [id]),
    ).rejects.toMatchObject({
      constraint: 'endpoints_of_people_are_masked',
    });
  });
});
