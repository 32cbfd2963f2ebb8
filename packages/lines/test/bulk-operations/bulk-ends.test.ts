import { bulkOperationLifecycle } from '@linework/schemas/lifecycles/bulk-operation.lifecycle';
import { describe, expect, it } from 'vitest';
import { bulkEnds } from '../../src/bulk-operations/bulk-ends.ts';

/** All items completed, some, and none. */
const outcomes = [
  { all_completed: true, some_completed: true },
  { all_completed: false, some_completed: true },
  { all_completed: false, some_completed: false },
];
const cases = (['RUNNING', 'CANCELLING'] as const).flatMap((status) =>
  outcomes.map((outcome) => ({ status, ...outcome })),
);

describe('the ends of bulk operations', () => {
  it.each(cases)(
    'have exactly one for $status, all completed: $all_completed, some completed: $some_completed',
    (each) => {
      const found = bulkEnds.filter(
        ({ status, all_completed, some_completed }) =>
          status === each.status &&
          all_completed.includes(each.all_completed) &&
          some_completed.includes(each.some_completed),
      );
      expect(found).toHaveLength(1);
    },
  );

  it.each(bulkEnds)('are allowed by the lifecycle: $status to $becomes', ({ status, becomes }) => {
    expect(bulkOperationLifecycle.canMove(status, becomes)).toBe(true);
  });
});
