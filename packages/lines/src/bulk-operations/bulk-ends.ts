import { bulkOperationStatusEvents, type EventType } from '@linework/schemas/events';
import type { BulkOperationStatus } from '@linework/schemas/lifecycles/bulk-operation.lifecycle';

/** How a bulk operation ends whose items have all settled. A condition with both values does not matter. */
interface BulkEnd {
  readonly status: BulkOperationStatus;
  readonly all_completed: readonly boolean[];
  readonly some_completed: readonly boolean[];
  readonly becomes: BulkOperationStatus;
  readonly event: EventType;
}

const either = [true, false];
const end = (becomes: BulkOperationStatus) => ({ becomes, event: bulkOperationStatusEvents[becomes] });

/** Each open status has exactly one end for each outcome of its items. */
export const bulkEnds: readonly BulkEnd[] = [
  // An operation may be paused after its last item was processed.
  ...(['RUNNING', 'PAUSED'] as const).flatMap((status): readonly BulkEnd[] => [
    { status, all_completed: [true], some_completed: either, ...end('COMPLETED') },
    { status, all_completed: [false], some_completed: [true], ...end('COMPLETED_WITH_ERRORS') },
    { status, all_completed: [false], some_completed: [false], ...end('FAILED') },
  ]),
  { status: 'CANCELLING', all_completed: either, some_completed: either, ...end('CANCELLED') },
];
