import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { invalidStatusTransition } from '@linework/problem-details/make-problem';
import type { DocumentModel } from '@linework/schemas/tax-receipts/tax-receipt';
import { type TaxReceiptRequest, type TaxReceiptStatus, taxReceiptLifecycle } from '@linework/schemas/tax-receipts/tax-receipt.lifecycle';
import type { State } from '@linework/tax-documents/states';
import { type AuthorityRefusal, assertDone } from './authority-outcome.ts';
import { type ReceiptTarget, receiptNotFound } from './find-receipt.ts';

/** A receipt that somebody wants issued or cancelled. */
export interface ReceiptCommand extends ReceiptTarget {
  /** By what it is known again when it is repeated. */
  readonly idempotencyToken?: Buffer | undefined;
}

/** A receipt as who works on it needs it. */
export interface ReceiptSnapshot {
  readonly id: string;
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
  /** Of what was asked last; null again once something else is asked. */
  readonly refusal: AuthorityRefusal | null;
  /** The repetition mark of the request that asked last. */
  readonly idempotencyToken: Buffer | null;
  readonly dueAt: Date | null;
  /** Whether whoever asked the authority last has had his time. */
  readonly isDue: boolean;
  readonly attempt: number;
  readonly requestedBy: string | null;
  /** The database's clock. */
  readonly now: Date;
}

export const snapshotColumns = `r.id, r.broker_id AS "brokerId", r.supplier_id AS "supplierId", r.invoice_id AS "invoiceId", r.status,
  r.document_model AS "documentModel", r.uf, r.content, r.serial_number_id AS "serialNumberId", r.number, r.code, r.access_key AS "accessKey",
  r.issuing_at AS "issuingAt", r.issued_at AS "issuedAt", r.protocol, r.signed_xml AS "signedXml", r.canceling_at AS "cancelingAt",
  r.cancel_xml AS "cancelXml", r.refusal, r.idempotency_token AS "idempotencyToken", r.due_at AS "dueAt", coalesce(r.due_at <= now(), false) AS "isDue", r.attempt,
  r.requested_by AS "requestedBy", date_trunc('milliseconds', clock_timestamp()) AS now`;

const lockStatement = statement(
  'lock-tax-receipt',
  `SELECT ${snapshotColumns} FROM tax_receipt r WHERE r.id = $1::uuid AND ($2::uuid IS NULL OR r.broker_id = $2::uuid) FOR UPDATE`,
);

/** Holds a receipt of whatever broker to the end of the transaction, for an operator; undefined where there is none. */
export async function lockReceiptForOperator(tx: Pick<Db, 'query'>, receiptId: string): Promise<ReceiptSnapshot | undefined> {
  const [receipt] = await tx.query<ReceiptSnapshot>(lockStatement, [receiptId, null]);
  return receipt;
}

/**
 * Holds a receipt to the end of the transaction; undefined where this request has come before and was carried out, whoever did it. Raises not-found,
 * invalid-status-transition where this cannot be asked of it, and again the refusal that this request was answered before.
 */
export async function lockReceipt(tx: Db, command: ReceiptCommand, requested: TaxReceiptRequest): Promise<ReceiptSnapshot | undefined> {
  const { caller, receiptId } = command;
  const [receipt] = await tx.query<ReceiptSnapshot>(lockStatement, [receiptId, caller.brokerId]);
  if (!receipt) throw receiptNotFound(receiptId);
  if (isCompletedRepetition(receipt, command)) return rethrowRefusal(receipt);
  const allowed = taxReceiptLifecycle.getRequests(receipt.status);
  if (allowed.includes(requested)) return receipt;
  throw invalidStatusTransition({ resource: { type: 'tax-receipt', id: receiptId }, currentStatus: receipt.status, requested, allowed });
}

function isCompletedRepetition({ dueAt, idempotencyToken }: ReceiptSnapshot, command: ReceiptCommand): boolean {
  return dueAt === null && idempotencyToken !== null && command.idempotencyToken?.equals(idempotencyToken) === true;
}

function rethrowRefusal({ refusal }: ReceiptSnapshot): undefined {
  if (refusal) assertDone({ kind: 'refused', ...refusal });
}
