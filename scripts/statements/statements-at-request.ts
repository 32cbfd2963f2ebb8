import type { Db } from '@linework/db/db';
import { buildInsertion, findResourceStatus } from '@linework/engine/commands/place-order';
import { listResourceTypes } from '@linework/engine/model/order-type';
import type { ResourceType } from '@linework/engine/model/resource-type';
import type { Transition } from '@linework/engine/model/transition';
import { createPendingOrderAcquirer } from '@linework/engine/store/acquire-pending-orders';
import { commitTransition } from '@linework/engine/store/commit-transition';
import { insertOrders } from '@linework/engine/store/insert-orders';
import { loadOrders } from '@linework/engine/store/load-orders';
import { allOrderTypes as lineOrderTypes } from '@linework/lines/order-types/all-order-types';
import { orderTypes } from '@linework/order-types/order-types';
import { findViolations } from '@linework/testing/invariants/check-invariants';

/**
 * Runs the code that defines named statements only when it is called, with a database that runs nothing. Loading a
 * module does not define these statements.
 */
export async function runAtRequest(): Promise<void> {
  const db = {
    prisma: { $queryRawUnsafe: async () => [] },
    query: async () => [{ orders: 1, resources: 1, records: 1 }],
  } as unknown as Db;
  await loadOrders(db, orderTypes, [id]);
  const acquirePending = createPendingOrderAcquirer(db, orderTypes, { leaseMs: 1 });
  for (const ids of [[id], [id, id]]) await acquirePending(ids);
  const caller = { keyId: null, brokerId: id, scopes: [] };
  for (const [orderType] of orderTypes.values()) {
    await insertOrders(db, orderType.resource, [
      buildInsertion(id, { orderType, caller, resourceId: id, correlationId: '' }),
    ]);
  }
  for (const resource of listResourceTypes(orderTypes)) {
    await findResourceStatus(db, resource, { id, brokerId: null });
    for (const transitions of listBatches(resource)) await commitTransition(db, transitions);
  }
  await findViolations(db, { effects: [], orderTypes: lineOrderTypes });
}

const id = '018f0000-0000-7000-8000-000000000000';
const nothing: Omit<Transition, 'resource'> = {
  orderId: id,
  epoch: 1,
  from: 'IN_PROGRESS',
  to: 'IN_PROGRESS',
  lease: 'renew',
  due: { leaseMs: 1 },
  notBeforeMs: null,
  stepEnded: false,
  steps: [],
  attempts: [],
  resourceMoves: [],
  effects: [],
  events: [],
};

/** One batch for each variant of the statement that commits the orders on resources of this type. */
function listBatches(resource: ResourceType): readonly (readonly Transition[])[] {
  const kept: Transition = { ...nothing, resource };
  const moved: Transition = { ...kept, lease: 'release', resourceMoves: [{ resourceId: id, from: 'FROM', to: 'TO' }] };
  const tried: Transition = {
    ...kept,
    attempts: [{ position: 0, kind: 'execute', attempt: 1, outcome: 'done', error: null }],
  };
  return [
    [kept],
    [{ ...kept, lease: 'release' }],
    [moved],
    ...resource.effects.map((type): readonly Transition[] => [{ ...moved, effects: [{ type, row: {} }] }]),
    [tried],
    [kept, kept],
    [moved, kept],
    [tried, kept],
  ];
}
