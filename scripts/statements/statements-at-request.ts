import type { Db } from '@linework/db/db';
import type { Statement } from '@linework/db/statement';
import { allOrderTypes } from '@linework/domain/order-types/all-order-types';
import type { Transition } from '@linework/domain/orders/model/transition';
import { commitTransition } from '@linework/domain/orders/store/commit-transition';
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
  const db = {
    query: async <Row>({ name, text }: Statement, values: readonly unknown[]): Promise<readonly Row[]> => {
      runs.push({ name, text, valueCount: values.length });
      return rows as readonly unknown[] as readonly Row[];
    },
  } satisfies Pick<Db, 'query'>;
  for (const transitions of transitionBatches()) await commitTransition(db, transitions);
  await findViolations(db, { effects: [], orderTypes: allOrderTypes });
  return runs;
}

const step: Transition['steps'][number] = {
  position: 0,
  from: 'PENDING',
  to: 'RUNNING',
  attempts: 1,
  undoAttempts: 0,
  granted: 0,
  undoGranted: 0,
  started: true,
  failed: false,
  finished: false,
};
const id = '018f0000-0000-7000-8000-000000000000';
const nothing: Transition = {
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
  lineMoves: [],
  resourceMoves: [],
  claimMoves: [],
  events: [],
};

/** What a transition can have. Each member adds a fragment to the statement that commits it. */
const contents: readonly Partial<Transition>[] = [
  { lease: 'release' },
  { from: 'PENDING', to: 'CANCELLED' },
  { steps: [step] },
  { steps: [{ ...step, to: 'FAILED' }] },
  { lineMoves: [{ lineId: id, from: 'ACTIVE', to: 'BLOCKED' }] },
  { resourceMoves: [{ effect: 'move-line-resources', lineId: id, move: 'suspend' }] },
  { claimMoves: [{ effect: 'move-claims', lineId: id, move: 'consume' }] },
  { attempts: [{ position: 0, kind: 'execute', attempt: 1, outcome: 'done', error: null }] },
  { events: [{ effect: 'emit', type: 'order.step_skipped', resourceType: 'order', resourceId: id }] },
];

/**
 * Batches with each content, each two of them and all of them: of one order with one row or two rows for a content, and of two orders. Fragments name
 * each other's rows only in pairs, so larger combinations have no new text.
 */
function transitionBatches(): readonly (readonly Transition[])[] {
  const pairs = contents.flatMap((first, at) => contents.slice(at).map((second) => ({ ...first, ...second })));
  const all = [{}, ...pairs, Object.assign({}, ...contents) as Partial<Transition>];
  return all.flatMap((content) => {
    const one = { ...nothing, ...content };
    const many = { ...one, ...Object.fromEntries(Object.entries(content).map(([name, value]) => [name, Array.isArray(value) ? [...value, ...value] : value])) };
    return [[one], [many], [one, one]];
  });
}
