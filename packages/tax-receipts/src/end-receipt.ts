import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import { buildCancellationXml } from '@linework/tax-documents/build-cancellation-xml';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import type { ReceiptContent } from './content/receipt-content.ts';
import { anonymousContent } from './erase-discarded-receipts.ts';
import { releaseNumber } from './next-number.ts';
import { type LeasedReceipt, type ReceiptCommand, type ReceiptSnapshot, receiptCall } from './receipt-snapshot.ts';

const endTypes = { id: 'uuid', status: 'text', keyId: 'uuid', token: 'bytea?' } as const;

const emitCanceled = `${insertMove('tax-receipt', { fromColumn: ':status', to: 'CANCELED', key: ':keyId' })}
FROM moved`;

/** Waits for a concurrent anonymisation of the holder, which does not see yet that this draft is discarded. */
const discardStatement = statement(
  'discard-tax-receipt',
  endTypes,
  `WITH customer AS (
    SELECT anonymised_at FROM holder WHERE id = (SELECT customer_id FROM tax_receipt WHERE id = :id) FOR KEY SHARE
  ), moved AS (
    UPDATE tax_receipt
    SET status = 'CANCELED', canceled_at = now(), serial_number_id = NULL, number = NULL, code = NULL,
      access_key = NULL,
      issuing_at = NULL, signed_xml = NULL, refusal = NULL, idempotency_token = :token, updated_at = now(),
      content = CASE WHEN (SELECT anonymised_at FROM customer) IS NULL THEN content ELSE ${anonymousContent} END
    WHERE id = :id AND status = :status
    RETURNING id, broker_id
  ) ${emitCanceled}`,
);

/**
 * Discards a locked draft, and erases the customer in it when the holder is anonymised. Its number, if it has one, is
 * released for the next receipt.
 */
export async function discardDraft(
  tx: Db,
  { id, status, serialNumberId, number }: ReceiptSnapshot,
  command: ReceiptCommand,
): Promise<undefined> {
  await tx.query(discardStatement, {
    id,
    status,
    keyId: command.caller.keyId,
    token: command.idempotencyToken,
  });
  if (serialNumberId !== null && number !== null) await releaseNumber(tx, serialNumberId, number);
}

const cancelStatement = statement(
  'cancel-tax-receipt',
  endTypes,
  `WITH moved AS (
    UPDATE tax_receipt
    SET status = 'CANCELED', canceled_at = now(), idempotency_token = :token, updated_at = now()
    WHERE id = :id AND status = :status
    RETURNING id, broker_id
  ) ${emitCanceled}`,
);

/** Cancels a locked receipt that is issued without an authority. It keeps its number. */
export async function cancelWithoutAuthority(
  tx: Db,
  { id, status }: ReceiptSnapshot,
  command: ReceiptCommand,
): Promise<undefined> {
  await tx.query(cancelStatement, {
    id,
    status,
    keyId: command.caller.keyId,
    token: command.idempotencyToken,
  });
}

const cancellationStatement = statement(
  'store-cancellation-event',
  { id: 'uuid', now: 'timestamptz', cancelXml: 'text', leaseMs: 'int', keyId: 'uuid', idempotencyToken: 'bytea?' },
  `UPDATE tax_receipt r
   SET canceling_at = :now, cancel_xml = :cancelXml, due_at = ${dueNow} + :leaseMs * interval '1 ms', attempt = 1,
     refusal = NULL,
     requested_by = :keyId, idempotency_token = :idempotencyToken, updated_at = now()
   WHERE r.id = :id AND r.status = 'ACTIVE'
   RETURNING ${receiptCall.columns}`,
).returns<Pick<ReceiptSnapshot, 'uf' | 'refusal'>>();

export interface CancellationInput {
  readonly command: ReceiptCommand & { readonly reason: string };
  readonly tax: TaxSettings;
}

/** Stores the cancellation event in a locked receipt before it is sent to the authority. */
export async function recordCancellation(
  tx: Db,
  receipt: ReceiptSnapshot,
  { command, tax }: CancellationInput,
): Promise<LeasedReceipt> {
  const { id, now } = receipt;
  const { caller, idempotencyToken, reason } = command;
  const [updated] = await tx.query(cancellationStatement, {
    id,
    now,
    cancelXml: buildCancellationEvent(receipt, reason, tax),
    leaseMs: tax.leaseMs,
    keyId: caller.keyId,
    idempotencyToken,
  });
  if (!updated) throw new Error(`the tax receipt ${id} is missing although it is locked`);
  return updated;
}

function buildCancellationEvent(
  { id, accessKey, protocol, content, now: at }: ReceiptSnapshot,
  reason: string,
  { signer }: TaxSettings,
): string {
  if (accessKey === null || protocol === null)
    throw new Error(`the tax receipt ${id} is issued without a key or a protocol`);
  const { environment } = content as ReceiptContent;
  try {
    return buildCancellationXml({ environment, accessKey, protocol, reason, at }, signer);
  } catch (error) {
    // Key and protocol come from the authority, so they are valid. Only the reason may be invalid, when too few of its
    // characters are in the
    // authority's alphabet.
    if (error instanceof RangeError) throw unprocessableRequest(error.message, { code: 'invalid-reason' });
    throw error;
  }
}
