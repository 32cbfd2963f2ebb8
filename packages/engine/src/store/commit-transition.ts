import { arity, bindBulkValues } from '@linework/db/bulk-values';
import type { Db } from '@linework/db/db';
import type { Transition } from '../model/transition.ts';
import { advanceSteps } from './advance-steps.ts';
import { listOrderColumns } from './commit-statement.ts';
import { type RowChange, rowChanges } from './commit-variant.ts';
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
