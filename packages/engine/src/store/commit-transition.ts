import { type Arity, arity, bindBulkValues } from '@linework/db/bulk-values';
import type { Db } from '@linework/db/db';
import { bulkStatement } from '@linework/db/statement';
import type { ResourceType } from '../model/resource-type.ts';
import type { Transition } from '../model/transition.ts';
import {
  advanceSteps,
  buildCommitText,
  type CommitVariant,
  listOrderColumns,
  type RowChange,
  rowChanges,
} from './commit-statement.ts';
import { onceForEach } from './sql-parts.ts';
import type { TransitionPart } from './transition-part.ts';
import { listTransitionParts } from './transition-parts.ts';

/** What decides the variant of a batch. */
export interface BatchContent {
  readonly orders: Arity;
  readonly rowChange: RowChange;
  /** The number of rows of a fragment. */
  readonly countRows: (part: TransitionPart) => number;
}

/** With two effects there are twelve variants. A later effect has no variant of its own. */
const effectsWithVariant = 2;

/**
 * Lists the variants for a resource type, the cheapest first. The list is closed: at most twelve texts, each with a
 * test and a kept plan. A lone order pays for each fragment that it does not need, a tenth of its time for all of them,
 * so the usual transitions have variants: `step` starts the next call, `next` renews the lease as well, `order` changes
 * the order, `move` also the status of its resource, and `move-E` has one effect as well. Everything else is `any`. In
 * a batch the fragments cost the same once for many orders, so only the first effect has a variant there, together with
 * the status.
 * @internal
 */
export function listCommitVariants(resource: ResourceType): readonly CommitVariant[] {
  const all = listTransitionParts(resource);
  const take = (howMany: Arity, names: readonly string[]) =>
    all
      .filter(({ name }) => names.includes(name))
      .map((part) => ({ part, howMany: part.name === 'events' ? ('many' as const) : howMany }));
  const everything = all.map((part) => ({ part, howMany: 'many' as const }));
  const effects = resource.effects.slice(0, effectsWithVariant).map(({ name }) => name);
  const moveWith = (effect: string): CommitVariant => ({
    name: `move-${effect}`,
    orders: 'one',
    rowChange: 'full',
    parts: take('one', [resource.name, effect, 'events']),
  });
  return [
    { name: 'step', orders: 'one', rowChange: 'none', parts: [] },
    { name: 'next', orders: 'one', rowChange: 'renewal', parts: [] },
    { name: 'order', orders: 'one', rowChange: 'full', parts: take('many', ['events']) },
    { name: 'move', orders: 'one', rowChange: 'full', parts: take('many', [resource.name, 'events']) },
    ...effects.map(moveWith),
    { name: 'any', orders: 'one', rowChange: 'full', parts: everything },
    { name: 'step-batch', orders: 'many', rowChange: 'none', parts: [] },
    { name: 'next-batch', orders: 'many', rowChange: 'renewal', parts: [] },
    { name: 'order-batch', orders: 'many', rowChange: 'full', parts: take('many', ['events']) },
    {
      name: 'move-batch',
      orders: 'many',
      rowChange: 'full',
      parts: take('many', [resource.name, ...effects.slice(0, 1), 'events']),
    },
    { name: 'batch', orders: 'many', rowChange: 'full', parts: everything },
  ];
}

/** Whether the variant writes the whole batch. */
const fits = (
  { orders, rowChange, parts }: CommitVariant,
  batch: BatchContent,
  all: readonly TransitionPart[],
): boolean =>
  orders === batch.orders &&
  rowChanges.indexOf(rowChange) >= rowChanges.indexOf(batch.rowChange) &&
  all.every((part) => {
    const own = parts.find((one) => one.part === part);
    return own ? own.howMany === 'many' || batch.countRows(part) === 1 : batch.countRows(part) === 0;
  });

const variantsOf = onceForEach(listCommitVariants);
const statements = new WeakMap<CommitVariant, ReturnType<typeof createCommitStatement>>();

const createCommitStatement = (resource: ResourceType, variant: CommitVariant) =>
  bulkStatement(`commit-${resource.name}-${variant.name}`, buildCommitText(variant));

/** Returns the prepared statement of a variant. @internal */
export function getCommitStatement(resource: ResourceType, variant: CommitVariant) {
  const cached = statements.get(variant);
  if (cached) return cached;
  const created = createCommitStatement(resource, variant);
  statements.set(variant, created);
  return created;
}

/**
 * Creates the statements of all variants. A program does so at its start, because a name that is too long would fail
 * only with the first such order.
 */
export function createCommitStatements(resource: ResourceType): void {
  for (const variant of variantsOf(resource)) getCommitStatement(resource, variant);
}

/** Returns the cheapest variant that writes the batch. @internal */
export function chooseVariant(resource: ResourceType, batch: BatchContent): CommitVariant {
  const all = listTransitionParts(resource);
  const variant = variantsOf(resource).find((one) => fits(one, batch, all));
  if (!variant) throw new Error(`no statement commits a batch of orders on the resource type ${resource.name}`);
  return variant;
}

/** Reports each committed batch: the variant of its statement and the number of its transitions. */
export type OnCommit = (variant: string, transitions: number) => void;

/**
 * Writes the transitions of many orders on one resource type in one statement. Returns for each whether it was applied:
 * false means a fencing conflict, the order has another epoch or status. Raises when the database rejects any of them;
 * then none is written.
 */
export async function commitTransition(
  db: Pick<Db, 'query'>,
  transitions: readonly Transition[],
  onCommit?: OnCommit,
): Promise<readonly boolean[]> {
  const [first] = transitions;
  if (!first) return [];
  const orderRows = transitions.map((transition, entry) => toOrderRow(transition, entry));
  const listRows = (part: TransitionPart) =>
    transitions.flatMap((transition, entry) => part.rows(transition).map((row) => ({ entry, ...row })));
  const resource = requireOneResource(transitions);
  const rows = new Map(listTransitionParts(resource).map((part) => [part, listRows(part)]));
  const rowsOf = (part: TransitionPart) => rows.get(part) ?? [];
  const variant = chooseVariant(resource, {
    orders: arity(orderRows),
    rowChange: largest(transitions.map(findRowChange)),
    countRows: (part) => rowsOf(part).length,
  });
  const partValues = variant.parts.flatMap(({ part, howMany }) => bindBulkValues(part.columns, howMany, rowsOf(part)));
  const values = [...bindBulkValues(listOrderColumns(variant), variant.orders, orderRows), ...partValues];
  const moved = await db.query(getCommitStatement(resource, variant), values);
  onCommit?.(variant.name, transitions.length);
  const applied = new Set(moved.map(({ entry }) => entry));
  return transitions.map((_, entry) => applied.has(entry));
}

function requireOneResource([first, ...others]: readonly Transition[]): Transition['resource'] {
  if (!first || others.some(({ resource }) => resource !== first.resource))
    throw new Error('one statement commits orders on one resource type only');
  return first.resource;
}

const largest = (changes: readonly RowChange[]): RowChange =>
  rowChanges.findLast((change) => changes.includes(change)) ?? 'none';

const findRowChange = (transition: Transition): RowChange =>
  needsFullUpdate(transition) ? 'full' : transition.keepsRow ? 'none' : 'renewal';

const needsFullUpdate = ({ from, to, lease, due, notBeforeMs, cancellationReason }: Transition): boolean =>
  to !== from ||
  lease !== 'renew' ||
  !(due && 'leaseMs' in due) ||
  notBeforeMs !== null ||
  cancellationReason !== undefined;

function toOrderRow(transition: Transition, entry: number) {
  const { orderId, epoch, from, to, lease, due, notBeforeMs, stepEnded, isUnavailable, cancellationReason, steps } =
    transition;
  return {
    entry,
    order_id: orderId,
    epoch,
    from_status: from,
    lease_ms: due && 'leaseMs' in due ? due.leaseMs : undefined,
    step_ended: stepEnded || undefined,
    to_status: to,
    lease,
    due_in_ms: due && 'inMs' in due ? due.inMs : undefined,
    not_before_ms: notBeforeMs ?? undefined,
    unavailable: isUnavailable,
    cancellation_reason: cancellationReason,
    ...advanceSteps(steps),
  };
}

/** Whether the transition was applied, or the error with which the database rejected it. */
export type CommitResult = boolean | Error;

/**
 * Commits a batch of transitions, one statement for each resource type. When the database rejects a statement, each of
 * its transitions is tried alone, so that one order does not fail the others.
 */
export async function commitEach(
  db: Pick<Db, 'query'>,
  transitions: readonly Transition[],
  onCommit: OnCommit,
): Promise<readonly CommitResult[]> {
  const byResource = [...Map.groupBy(transitions, ({ resource }) => resource).values()];
  if (byResource.length === 1) return commitBatch(db, transitions, onCommit);
  const results = new Map<Transition, CommitResult>();
  const commit = async (batch: readonly Transition[]) => {
    const ended = await commitBatch(db, batch, onCommit).catch((error: Error) => batch.map(() => error));
    for (const [n, transition] of batch.entries()) results.set(transition, ended[n] ?? false);
  };
  await Promise.all(byResource.map(commit));
  return transitions.map((transition) => results.get(transition) ?? false);
}

async function commitBatch(
  db: Pick<Db, 'query'>,
  transitions: readonly Transition[],
  onCommit: OnCommit,
): Promise<readonly CommitResult[]> {
  try {
    return await commitTransition(db, transitions, onCommit);
  } catch (error) {
    if (transitions.length === 1) throw error;
    return Promise.all(
      transitions.map((transition) =>
        commitTransition(db, [transition], onCommit).then(
          ([applied]) => applied ?? false,
          (reason: Error) => reason,
        ),
      ),
    );
  }
}
