import type { Db } from '@linework/db/db';
import type { Decision } from '@linework/schemas/unanswered-calls/decide.route';

/** What an operator decides about one record. */
interface OperatorDecision {
  readonly recordId: string;
  readonly keyId: string;
  readonly decision: Decision;
}

/** How records of one kind are decided without an answer of the partner, and asked about again. */
export interface DecisionHandler {
  /** The statuses that the record can be given now. */
  readonly listAllowedStatuses: (tx: Db, recordId: string) => Promise<readonly Decision['status'][]>;
  /** Gives the record its status; false where it has moved on. */
  readonly decide: (tx: Db, decision: OperatorDecision) => Promise<boolean>;
  /** The table of the records. */
  readonly table: 'payment' | 'refund' | 'payment_method' | 'tax_receipt' | 'port_in' | 'port_out';
}

/** The reason that a record shows when an operator has decided about it. */
export const decidedByOperator = 'decided-by-operator';
