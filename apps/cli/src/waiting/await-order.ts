import type { Api } from '../api/api.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import { writeAnswer } from '../command/write-answer.ts';
import { describeStepError, isSettled, type Order } from '../model/order.ts';
import { exitOfOrder } from './exit-of-order.ts';

interface AwaitOptions extends GlobalOptions {
  readonly timeout?: number;
}

/** Waits for the order that a request has opened, writes the order, and sets the exit code by its status. */
export async function awaitOrder(api: Api, orderId: string, options: AwaitOptions, context: Context): Promise<void> {
  const deadline = deadlineOf(options);
  const order = await api.followOrder(orderId, { deadline });
  await writeAnswer(order, context, options);
  context.setExitCode(exitOfOrder(order));
  const sentence = describeEnd(order);
  if (sentence !== undefined) context.note(sentence);
}

/** The time at which `--timeout` is over. */
export const deadlineOf = ({ timeout }: { readonly timeout?: number }): number | undefined =>
  timeout === undefined ? undefined : Date.now() + timeout * 1_000;

/** What to do after an order that is not COMPLETED. */
export function describeEnd(order: Order): string | undefined {
  const { id, status, steps } = order;
  if (!isSettled(order))
    return `The order is still ${status}; the time of --timeout is over. Go on with "linework orders watch ${id}".`;
  if (status === 'COMPLETED') return undefined;
  const failed = steps.find((step) => step.status === 'FAILED' || step.status === 'ROLLBACK_FAILED');
  const reason =
    failed === undefined ? '' : `: ${(describeStepError(failed.error) ?? failed.orderTypeStepCode).replace(/\.$/, '')}`;
  return `The order is ${status}${reason}. See "linework orders explain ${id}".`;
}
