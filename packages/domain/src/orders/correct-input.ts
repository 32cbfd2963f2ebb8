import { isDeepStrictEqual } from 'node:util';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { bodyFaults } from '@linework/http/faults';
import { faultsLimit } from '@linework/http/limits';
import { maskLine } from '@linework/log/mask-line';
import { impossibleValues, invalidStatusTransition } from '@linework/problem-details/make-problem';
import { orderLifecycle } from '@linework/schemas/orders/order.lifecycle';
import type { OrderAtHand } from './order-at-hand.ts';

type Input = Readonly<Record<string, unknown>>;

/** What became different: the members, and their values before and after, masked as in the log. */
export interface Correction {
  readonly members: readonly string[];
  readonly from: Input;
  readonly to: Input;
}

const correctInputStatement = statement('correct-input', 'UPDATE orders SET input = $2::jsonb, input_revision = input_revision + 1 WHERE id = $1::uuid');

/**
 * Gives a failed order, which its caller has locked, other input in the place of what it had, and answers what is different.
 * Raises invalid-status-transition when the order is not FAILED: an undo takes back what was done, with what it was done with.
 * Raises validation-error (422) with every fault.
 */
export async function correctInput(tx: Pick<Db, 'query'>, { type, status, known }: OrderAtHand, given: Input): Promise<Correction> {
  if (status !== 'FAILED') {
    const resource = { type: 'order', id: known.orderId };
    throw invalidStatusTransition({ resource, currentStatus: status, requested: 'retry with input', allowed: orderLifecycle.requestsFrom(status) });
  }
  const read = type.input.safeParse(given);
  if (!read.success) {
    const issues = read.error.issues.map((issue) => ({ ...issue, path: ['input', ...issue.path] }));
    throw impossibleValues(bodyFaults(issues, { input: given }).slice(0, faultsLimit), { code: 'invalid-input' });
  }
  await tx.query(correctInputStatement, [known.orderId, JSON.stringify(read.data)]);
  return correctionOf(known.input, read.data);
}

function correctionOf(before: Input, after: Input): Correction {
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !isDeepStrictEqual(before[name], after[name])).toSorted();
  return { members, from: maskedMembers(before, members), to: maskedMembers(after, members) };
}

/** By their names as well as by their looks, which is why they stay with their names. */
function maskedMembers(input: Input, members: readonly string[]): Input {
  const chosen = Object.fromEntries(members.flatMap((name) => (name in input ? [[name, input[name]]] : [])));
  return JSON.parse(maskLine(JSON.stringify(chosen)));
}
