import type { Db } from '@linework/db/db';
import { isRejectedStatement, isRetryable } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import type { FactSource } from '@linework/engine/model/order-type';
import { createStepError, defineLocalStep } from '@linework/engine/model/step';
import type { StepContext } from '@linework/engine/model/step-context';
import { requireLine } from '@linework/lines/model/line-step';
import { defineLineOrder } from '@linework/lines/order-types/line-order-type';
import { moveToHolder } from '@linework/lines/store/move-to-holder';
import { type FieldError, joinSentences } from '@linework/problem-details/field-error';
import { eventType } from '@linework/schemas/events';
import { openAccounts } from '@linework/usage/open-accounts';
import { z } from 'zod';
import { findFaults } from './find-faults.ts';

const input = z.strictObject({ customerId: z.uuid(), subscriptionId: z.uuid().optional() });

const readInput = (context: StepContext) => context.input as z.infer<typeof input>;

const findStatement = statement(
  'find-holder-changes',
  { orderIds: 'uuid[]' },
  `SELECT o.id AS "orderId", o.resource_id AS "lineId", (o.input ->> 'customerId')::uuid AS "customerId",
     (o.input ->> 'subscriptionId')::uuid AS "subscriptionId"
   FROM orders o
   WHERE o.id = ANY(:orderIds)`,
);

const balancesClosed: FieldError = { parameter: 'id', detail: 'The balances of the line cannot be opened.' };

/**
 * Opens the accounts of these lines, and returns the lines of which the database rejects that. Each is tried alone
 * then, because the other orders that are loaded with it must go on.
 */
async function findClosedLines(db: Pick<Db, 'query'>, lineIds: readonly string[]): Promise<ReadonlySet<string>> {
  try {
    await openAccounts(db, lineIds);
    return new Set();
  } catch (error) {
    if (isRetryable(error) || !isRejectedStatement(error)) throw error;
    if (lineIds.length === 1) return new Set(lineIds);
    const closed: string[] = [];
    for (const lineId of lineIds) closed.push(...(await findClosedLines(db, [lineId])));
    return new Set(closed);
  }
}

/**
 * What is against the change when it is executed, which may be long after it was placed. The accounts of the line are
 * opened, as by every read of a balance: usage of the former holder that is reported later finds its balance.
 */
const faults: FactSource = {
  name: 'faults',
  async load(db: Pick<Db, 'query'>, orderIds) {
    const rows = await db.query(findStatement, { orderIds });
    const changes = rows.map(({ lineId, customerId, subscriptionId }) => ({
      lineId,
      customerId: customerId as string,
      subscriptionId: subscriptionId ?? undefined,
    }));
    const closed = await findClosedLines(
      db,
      changes.map(({ lineId }) => lineId),
    );
    const found = await findFaults(db, changes);
    return new Map(
      rows.map(({ orderId, lineId }, index) => [
        orderId,
        joinSentences([...(found[index] ?? []), ...(closed.has(lineId) ? [balancesClosed] : [])]),
      ]),
    );
  },
};

const moveLine = defineLocalStep({
  code: 'MOVE_TO_HOLDER',
  action: 'line.move-to-holder',
  refuses: ({ facts }) =>
    typeof facts['faults'] === 'string' && facts['faults'] !== ''
      ? createStepError('holder-change-refused', facts['faults'])
      : undefined,
  effects: (context) => {
    const { customerId, subscriptionId } = readInput(context);
    const { id } = requireLine(context);
    const changed = ['customerId', 'subscriptionId'];
    return [
      moveToHolder.effect({ lineId: id, holderId: customerId, subscriptionId }),
      {
        effect: 'emit',
        type: eventType('line.holder_changed'),
        resourceType: 'line',
        resourceId: id,
        details: { changed },
      },
    ];
  },
});

/** It stands here and not with the other order types on lines, because it takes a line out of its subscription. */
export const changeHolder = defineLineOrder({
  code: 'LINE_HOLDER_CHANGE',
  summary: 'Gives a line with its number and its SIM to another holder of its broker. Nothing changes on the network.',
  line: { request: 'change-holder', allowedStatuses: ['STAND_BY', 'ACTIVE', 'BLOCKED'] },
  onFailure: 'rollback',
  facts: [faults],
  input,
  steps: [moveLine],
});
