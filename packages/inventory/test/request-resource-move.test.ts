import { erasePerson } from '@linework/holders/erase-person';
import { type ResourceStatus, resourceLifecycle } from '@linework/schemas/lifecycles/resource.lifecycle';
import { aBroker } from '@linework/testing/a-broker';
import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { findStates, groupResources } from '@linework/testing/inventory/find-states';
import { sql } from '@linework/testing/sql';
import { describe, expect, it } from 'vitest';
import { type ResourceMoveRequest, requestResourceMove } from '../src/resources/request-resource-move.ts';
import { aRecalledResource, aResourceIn, type TestResource } from './a-resource-in.ts';

const db = await aTestDb();

const requestMove = (
  { resourceId, brokerId }: Pick<TestResource, 'resourceId' | 'brokerId'>,
  request: ResourceMoveRequest,
) => requestResourceMove(db, { caller: aCallerOf({ id: brokerId }), resourceId, request });
const countOpenAllocations = (resourceId: string) =>
  db.prisma.allocation.count({ where: { resourceId, heldTo: null } });

/** The target of each request from each status; active resources are on a line. */
const moves: Readonly<Record<ResourceMoveRequest, Partial<Readonly<Record<ResourceStatus, ResourceStatus>>>>> = {
  suspend: { available: 'suspended', active: 'suspended' },
  resume: { suspended: 'available' },
  decommission: { available: 'decommissioned', suspended: 'decommissioned', quarantined: 'decommissioned' },
  recall: { quarantined: 'active' },
};
const everyPair = (Object.keys(moves) as ResourceMoveRequest[]).flatMap((request) =>
  resourceLifecycle.statuses.map((status) => ({ request, status, to: moves[request][status] })),
);
const isLineConflict = ({ request, status }: { readonly request: string; readonly status: ResourceStatus }) =>
  request === 'decommission' && status === 'active';

describe('a resource with a request', () => {
  it.each(everyPair.filter(({ to }) => to !== undefined))(
    'to $request from $status becomes $to, with its event',
    async ({ request, status, to }) => {
      const one = await aResourceIn(db, status);
      expect(await requestMove(one, request)).toMatchObject({ id: one.resourceId, status: to });
      const event = await db.prisma.event.findFirst({
        where: { resourceId: one.resourceId },
        orderBy: { seq: 'desc' },
      });
      expect(event).toMatchObject({ fromStatus: status, toStatus: to, keyId: expect.any(String) });
    },
  );

  it.each(everyPair.filter((pair) => pair.to === undefined && !isLineConflict(pair)))(
    'to $request from $status stays unchanged and gets the allowed requests',
    async (pair) => {
      const { request, status } = pair;
      const one = await aResourceIn(db, status);
      const before = await findStates(db, [one.resourceId]);
      const allowed = resourceLifecycle
        .getRequests(status)
        .filter((other) => !isLineConflict({ request: other, status }));
      const members = {
        resource: { type: 'resource', id: one.resourceId },
        currentStatus: status,
        requested: request,
        allowed,
      };
      await expect(requestMove(one, request)).rejects.toMatchObject({ name: 'invalid-status-transition', members });
      expect(await findStates(db, [one.resourceId])).toEqual(before);
    },
  );

  it('is not withdrawn from a line', async () => {
    const one = await aResourceIn(db, 'active');
    const refusal = { name: 'conflict', code: 'resource-on-a-line', members: { lineId: one.lineId } };
    await expect(requestMove(one, 'decommission')).rejects.toMatchObject(refusal);
    await requestMove(one, 'suspend');
    await expect(requestMove(one, 'decommission')).rejects.toMatchObject(refusal);
  });

  it('returns to its line when it is resumed', async () => {
    const one = await aResourceIn(db, 'active');
    await requestMove(one, 'suspend');
    expect(await requestMove(one, 'resume')).toMatchObject({ status: 'active' });
    expect(await findStates(db, [one.resourceId])).toMatchObject([{ lineId: one.lineId }]);
  });

  it('is recalled for its last holder and returns to them when it is resumed', async () => {
    const one = await aRecalledResource(db);
    const held = await db.prisma.allocation.findMany({
      where: { resourceId: one.resourceId },
      orderBy: { heldFrom: 'asc' },
    });
    expect(held).toMatchObject([
      { holderId: one.holderId, lineId: one.lineId, heldTo: expect.any(Date) },
      { holderId: one.holderId, lineId: null, heldTo: null },
    ]);
    await requestMove(one, 'suspend');
    expect(await requestMove(one, 'resume')).toMatchObject({ status: 'active' });
  });

  it('has no holder after it is withdrawn, and its code can be used again', async () => {
    const one = await aRecalledResource(db);
    await requestMove(one, 'decommission');
    expect(await countOpenAllocations(one.resourceId)).toBe(0);
    expect(await db.prisma.resource.findUnique({ where: { id: one.resourceId } })).toMatchObject({
      retiredAt: expect.any(Date),
    });
  });

  it('is not recalled without a previous holder', async () => {
    const one = await aResourceIn(db, 'quarantined');
    await db.query(sql`DELETE FROM allocation WHERE resource_id = ${one.resourceId}`);
    await expect(requestMove(one, 'recall')).rejects.toMatchObject({ name: 'conflict', code: 'no-previous-holder' });
  });

  it('is not recalled for an anonymised holder', async () => {
    const one = await aResourceIn(db, 'quarantined');
    await erasePerson(db, one.holderId);
    await expect(requestMove(one, 'recall')).rejects.toMatchObject({ status: 422, code: 'holder-anonymised' });
    expect(await countOpenAllocations(one.resourceId)).toBe(0);
  });

  it('of another broker is not found', async () => {
    const { resourceId } = await aResourceIn(db, 'available');
    await expect(requestMove({ resourceId, brokerId: (await aBroker(db)).id }, 'suspend')).rejects.toMatchObject({
      name: 'not-found',
    });
  });
});

describe('a group', () => {
  async function aPair() {
    const pool = await aPool(db, { count: 2 });
    await groupResources(db, pool.resourceIds);
    const [resourceId, partner] = pool.resourceIds as [string, string];
    return { brokerId: pool.brokerId, resourceId, partner, both: pool.resourceIds };
  }
  const statusesOf = async (ids: readonly string[]) => (await findStates(db, ids)).map((state) => state?.status);
  const withdraw = (id: string) =>
    db.query(sql`UPDATE resource_state SET status = 'decommissioned' WHERE resource_id = ${id}`);

  it('changes status together', async () => {
    const pair = await aPair();
    expect(await requestMove(pair, 'suspend')).toMatchObject({
      status: 'suspended',
      associatedResourceIds: [pair.partner],
    });
    expect(await statusesOf(pair.both)).toEqual(['suspended', 'suspended']);
    await requestMove(pair, 'resume');
    expect(await statusesOf(pair.both)).toEqual(['available', 'available']);
  });

  it('stays unchanged when one of its members cannot change', async () => {
    const pair = await aPair();
    await db.query(sql`UPDATE resource_state SET status = 'suspended' WHERE resource_id = ${pair.partner}`);
    const refusal = {
      name: 'invalid-status-transition',
      members: { resource: { id: pair.partner }, currentStatus: 'suspended' },
    };
    await expect(requestMove(pair, 'suspend')).rejects.toMatchObject(refusal);
    expect(await statusesOf(pair.both)).toEqual(['available', 'suspended']);
  });

  it('ignores a withdrawn member', async () => {
    const pair = await aPair();
    await withdraw(pair.partner);
    expect(await requestMove(pair, 'suspend')).toMatchObject({ status: 'suspended' });
    expect(await statusesOf(pair.both)).toEqual(['suspended', 'decommissioned']);
  });

  it('with two concurrent requests on its members changes once, and the other request gets its status', async () => {
    const seen = { made: 0, rejected: 0 };
    for (let round = 0; round < 60; round += 1) {
      const pair = await aPair();
      const requests = [pair.resourceId, pair.partner].map((resourceId) =>
        requestMove({ ...pair, resourceId }, 'suspend'),
      );
      for (const outcome of await Promise.allSettled(requests)) {
        if (outcome.status === 'rejected')
          expect(outcome.reason).toMatchObject({
            name: 'invalid-status-transition',
            members: { currentStatus: 'suspended' },
          });
        seen[outcome.status === 'rejected' ? 'rejected' : 'made'] += 1;
      }
    }
    expect(seen).toEqual({ made: 60, rejected: 60 });
  });
});
