import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { inChildSpan, inSpan, isTracing } from '@linework/log/tracing/span';
import { getStepDeclaration, type OrderSnapshot } from '../model/order-snapshot.ts';
import type { Outcome } from '../planning/outcome.ts';
import type { StepTask } from '../planning/plan-transition.ts';

/** Run only while tracing is on, so that the statements which execute an order need not return it. */
const traceStatement = statement(
  'find-trace-of-order',
  { id: 'uuid' },
  'SELECT trace_parent AS "traceParent" FROM orders WHERE id = :id',
);

/** Executes an order in a span of the trace that stands on its row. While tracing is off it costs nothing. */
export const inTraceOfOrder = <Result>(
  db: Pick<Db, 'query'>,
  order: OrderSnapshot<never>,
  work: () => Promise<Result>,
): Promise<Result> => (isTracing() ? inFoundTrace(db, order, work) : work());

async function inFoundTrace<Result>(
  db: Pick<Db, 'query'>,
  { type, context, epoch }: OrderSnapshot<never>,
  work: () => Promise<Result>,
): Promise<Result> {
  const found = await db.query(traceStatement, { id: context.orderId }).catch(() => []);
  return inSpan(
    `order ${type.code}`,
    {
      kind: 'consumer',
      parent: found[0]?.traceParent ?? null,
      attributes: { 'linework.order.id': context.orderId, 'linework.order.epoch': epoch },
    },
    work,
  );
}

/** Runs a step in a span that says how it ended. While tracing is off it costs nothing. */
export const inStepSpan = (
  order: OrderSnapshot<never>,
  { kind, position }: StepTask,
  run: () => Promise<Outcome | 'lease-too-short'>,
): Promise<Outcome | 'lease-too-short'> =>
  isTracing()
    ? inChildSpan(
        `${kind} ${order.type.code}.${getStepDeclaration(order, position).code}`,
        { attributes: { 'linework.order.id': order.context.orderId } },
        async (span) => {
          const outcome = await run();
          span.setAttributes({ 'linework.step.outcome': typeof outcome === 'string' ? outcome : outcome.outcome });
          return outcome;
        },
      )
    : run();
