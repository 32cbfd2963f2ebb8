import type { Db } from '@linework/db/db';
import type { Statement } from '@linework/db/statement';
import { buildInsertion } from '@linework/engine/commands/place-order';
import { indexOrderTypes } from '@linework/engine/model/order-type';
import type { Transition } from '@linework/engine/model/transition';
import { createPendingOrderAcquirer } from '@linework/engine/store/acquire-pending-orders';
import { commitTransition } from '@linework/engine/store/commit-transition';
import { findResourceStatus } from '@linework/engine/store/find-resource-status';
import { insertOrders } from '@linework/engine/store/insert-orders';
import { loadOrders } from '@linework/engine/store/load-orders';
import { allOrderTypes } from '@linework/lines/order-types/all-order-types';
import { blockLine } from '@linework/lines/order-types/block-line';
import { lineResource } from '@linework/lines/order-types/line-resource';
import { moveClaims } from '@linework/lines/store/move-claims';
import { moveLineResources } from '@linework/lines/store/move-line-resources';
import { findViolations } from '@linework/testing/invariants/check-invariants';

/** A statement that was run, and with how many values. */
export interface RecordedRun {
  readonly name: string;
  readonly text: string;
  readonly valueCount: number;
}

/**
 * Runs the code that defines named statements only when it is called, with a database that runs nothing. Loading a module does not define these
 * statements.
 */
export async function runAtRequest(): Promise<readonly RecordedRun[]> {
  const runs: RecordedRun[] = [];
  const rows = [{ orders: 1, resources: 1, records: 1 }];
  const prisma = {
    $queryRawUnsafe: async (text: string, ...values: readonly unknown[]) => {
      runs.push({ name: '', text, valueCount: values.length });
      return [];
    },
  };
  const db = {
    prisma,
    query: async <Row>({ name, text }: Statement, values: readonly unknown[]): Promise<readonly Row[]> => {
      runs.push({ name, text, valueCount: values.length });
      return rows as readonly unknown[] as readonly Row[];
    },
  };
  const orderTypes = indexOrderTypes(allOrderTypes);
  await loadOrders(db, orderTypes, [id]);
  const acquirePending = createPendingOrderAcquirer(db, orderTypes, { leaseMs: 1 });
  for (const ids of [[id], [id, id]]) await acquirePending(ids);
  await findResourceStatus(db, lineResource, { id, brokerId: null });
  const insertion = buildInsertion(id, { orderType: blockLine, caller: { keyId: null, brokerId: id, scopes: [] }, resourceId: id, correlationId: '' });
  await insertOrders(db as unknown as Db, lineResource, [insertion]);
  for (const transitions of batches) await commitTransition(db, transitions);
  await findViolations(db, { effects: [], orderTypes: allOrderTypes });
  return runs;
}

const id = '018f0000-0000-7000-8000-000000000000';
const nothing: Transition = {
  orderId: id,
  resource: lineResource,
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

const move: Transition = { ...nothing, lease: 'release', resourceMoves: [{ resourceId: id, from: 'ACTIVE', to: 'BLOCKED' }] };

/** One batch for each variant of the statement. */
const batches: readonly (readonly Transition[])[] = [
  [nothing],
  [{ ...nothing, lease: 'release' }],
  [move],
  [{ ...move, effects: [moveLineResources.effect({ lineId: id, move: 'suspend' })] }],
  [{ ...move, effects: [moveClaims.effect({ lineId: id, move: 'consume' })] }],
  [{ ...nothing, attempts: [{ position: 0, kind: 'execute', attempt: 1, outcome: 'done', error: null }] }],
  [nothing, nothing],
  [move, nothing],
  [{ ...nothing, attempts: [{ position: 0, kind: 'execute', attempt: 1, outcome: 'done', error: null }] }, nothing],
];
