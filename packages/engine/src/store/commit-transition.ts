import { arity, bindBulkValues } from '@linework/db/bulk-values';
import type { Db } from '@linework/db/db';
import type { Transition } from '../model/transition.ts';
import { advanceSteps } from './advance-steps.ts';
import { listOrderColumns, type RowChange, rowChanges } from './commit-statement.ts';
import { chooseVariant, getCommitStatement } from './commit-variants.ts';
import type { TransitionPart } from './transition-part.ts';
import { listTransitionParts } from './transition-parts.ts';

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
