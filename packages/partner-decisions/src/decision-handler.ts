import type { Db } from '@linework/db/db';
import type { DurableCall } from '@linework/partners/durable-call/define-durable-call';
import type { Decision } from '@linework/schemas/unanswered-calls/unanswered-calls.routes';

/** An operator's decision about one record. */
interface OperatorDecision {
  readonly recordId: string;
  readonly keyId: string;
  readonly decision: Decision;
}

/** How records of one kind are decided without a response of the partner, and how the call is made again. */
export interface DecisionHandler {
  /** The statuses that the record can get now. */
  readonly listAllowedStatuses: (tx: Db, recordId: string) => Promise<readonly Decision['status'][]>;
  /** Sets the status of the record; false when the record has changed meanwhile. */
  readonly decide: (tx: Db, decision: OperatorDecision) => Promise<boolean>;
  /** The calls about the records. */
  readonly call: DurableCall;
}

/** The reason that a record shows when an operator has decided about it. */
export const decidedByOperator = 'decided-by-operator';
