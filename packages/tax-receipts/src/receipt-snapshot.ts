import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { defineDurableCall } from '@linework/partners/durable-call/define-durable-call';
import type { LeasedRecord } from '@linework/partners/durable-call/leased-record';
import { invalidStatusTransition } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import {
  type TaxReceiptRequest,
  type TaxReceiptStatus,
  taxReceiptLifecycle,
} from '@linework/schemas/lifecycles/tax-receipt.lifecycle';
import type { DocumentModel } from '@linework/schemas/tax-receipts/tax-receipt';
import type { State } from '@linework/tax-documents/model/states';
import { type AuthorityRefusal, assertDone } from './authority-outcome.ts';
import { type ReceiptTarget, receiptNotFound } from './find-receipt.ts';

export const maxBackoffSeconds = 300;

/** The receipt of an issue or cancel request. */
export interface ReceiptCommand extends ReceiptTarget {
  /** The token by which a repetition of the request is recognised. */
  readonly idempotencyToken?: Buffer | undefined;
}

/** A receipt with the fields that issue and cancel need. */
export interface ReceiptSnapshot extends Omit<LeasedRecord, 'dueAt'> {
  readonly brokerId: string;
  readonly supplierId: string;
  readonly invoiceId: string;
  readonly status: TaxReceiptStatus;
  readonly documentModel: DocumentModel;
  readonly uf: State;
  readonly content: unknown;
  readonly serialNumberId: string | null;
  readonly number: number | null;
  readonly code: string | null;
  readonly accessKey: string | null;
  readonly issuingAt: Date | null;
  readonly issuedAt: Date | null;
  readonly protocol: string | null;
  readonly signedXml: string | null;
  readonly cancelingAt: Date | null;
  readonly cancelXml: string | null;
  /** Of the last request; null again after another request. */
  readonly refusal: AuthorityRefusal | null;
  /** The idempotency token of the last request. */
  readonly idempotencyToken: Buffer | null;
  /** Null when no call is needed. */
  readonly dueAt: Date | null;
  /** Whether the lease of the last caller is over. */
  readonly isDue: boolean;
  readonly requestedBy: string | null;
  /**
   * The environment in which it is issued when the rates of its taxes are known; null when it does not wait for them.
   */
  readonly waitsForRatesIn: string | null;
  /** The database's clock. */
  readonly now: Date;
}

/** A receipt about which a call is needed. The caller has its lease. */
export interface LeasedReceipt extends ReceiptSnapshot {
  readonly dueAt: Date;
}

/**
 * Like the others, but every request about a receipt tells its client how long to wait: two seconds at first and five
 * minutes at most.
 */
export const receiptCall = defineDurableCall({
  kind: 'tax-receipt',
  table: 'tax_receipt',
  unansweredEvent: eventType('tax_receipt.unanswered'),
  columns: `r.broker_id AS "brokerId", r.supplier_id AS "supplierId", r.invoice_id AS "invoiceId", r.status,
    r.document_model AS "documentModel", r.uf, r.content, r.serial_number_id AS "serialNumberId", r.number, r.code,
    r.access_key AS "accessKey", r.issuing_at AS "issuingAt", r.issued_at AS "issuedAt", r.protocol,
    r.signed_xml AS "signedXml", r.canceling_at AS "cancelingAt", r.cancel_xml AS "cancelXml", r.refusal,
    r.idempotency_token AS "idempotencyToken", coalesce(r.due_at <= now(), false) AS "isDue",
    r.requested_by AS "requestedBy", r.waits_for_rates_in AS "waitsForRatesIn",
    date_trunc('milliseconds', clock_timestamp()) AS now`,
  backoff: { firstSeconds: 2, limitSeconds: maxBackoffSeconds },
});

const lockStatement = statement(
  'lock-tax-receipt',
  { receiptId: 'uuid', brokerId: 'uuid?' },
  `SELECT ${receiptCall.columns}
   FROM tax_receipt r
   WHERE r.id = :receiptId AND (:brokerId IS NULL OR r.broker_id = :brokerId)
   FOR UPDATE`,
).returns<Pick<ReceiptSnapshot, 'uf' | 'refusal'>>();

/** Locks a receipt of any broker to the end of the transaction, for an operator; undefined when it does not exist. */
export async function lockReceiptForOperator(
  tx: Pick<Db, 'query'>,
  receiptId: string,
): Promise<ReceiptSnapshot | undefined> {
  const [receipt] = await tx.query(lockStatement, { receiptId, brokerId: null });
  return receipt;
}

/**
 * Locks a receipt to the end of the transaction; undefined when this request is a repetition and was completed before.
 * Raises not-found, invalid-status-transition when the status does not allow the request, and the stored refusal when
 * this request was refused before.
 */
export async function lockReceipt(
  tx: Db,
  command: ReceiptCommand,
  requested: TaxReceiptRequest,
): Promise<ReceiptSnapshot | undefined> {
  const { caller, receiptId } = command;
  const [receipt] = await tx.query(lockStatement, { receiptId, brokerId: caller.brokerId });
  if (!receipt) throw receiptNotFound(receiptId);
  if (isCompletedRepetition(receipt, command)) return rethrowRefusal(receipt);
  const allowed = taxReceiptLifecycle.getRequests(receipt.status);
  if (allowed.includes(requested)) return receipt;
  throw invalidStatusTransition({
    resource: { type: 'tax-receipt', id: receiptId },
    currentStatus: receipt.status,
    requested,
    allowed,
  });
}

function isCompletedRepetition({ dueAt, idempotencyToken }: ReceiptSnapshot, command: ReceiptCommand): boolean {
  return dueAt === null && idempotencyToken !== null && command.idempotencyToken?.equals(idempotencyToken) === true;
}

function rethrowRefusal({ refusal }: ReceiptSnapshot): undefined {
  if (refusal) assertDone({ kind: 'refused', ...refusal });
}
