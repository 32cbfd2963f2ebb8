import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import { taxReceiptStatusEvents } from '@linework/schemas/events';
import { buildCancellationXml } from '@linework/tax-documents/build-cancellation-xml';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import type { ReceiptContent } from './content/receipt-content.ts';
import { anonymousContent } from './erase-discarded-receipts.ts';
import { releaseNumber } from './next-number.ts';
import { type LeasedReceipt, type ReceiptCommand, type ReceiptSnapshot, receiptCall } from './receipt-snapshot.ts';

const emitCanceled = `INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id)
  SELECT broker_id, '${taxReceiptStatusEvents.CANCELED}', 'tax-receipt', id, $2, 'CANCELED', $3::uuid
  FROM moved`;

/** Waits for a concurrent anonymisation of the holder, which does not see yet that this draft is discarded. */
const discardStatement = statement(
  'discard-tax-receipt',
  `WITH customer AS (
    SELECT anonymised_at FROM holder WHERE id = (SELECT customer_id FROM tax_receipt WHERE id = $1::uuid) FOR KEY SHARE
  ), moved AS (
    UPDATE tax_receipt
    SET status = 'CANCELED', canceled_at = now(), serial_number_id = NULL, number = NULL, code = NULL, access_key = NULL,
      issuing_at = NULL, signed_xml = NULL, refusal = NULL, idempotency_token = $4, updated_at = now(),
      content = CASE WHEN (SELECT anonymised_at FROM customer) IS NULL THEN content ELSE ${anonymousContent} END
    WHERE id = $1::uuid AND status = $2
    RETURNING id, broker_id
  ) ${emitCanceled}`,
);

/**
 * Discards a locked draft, and erases the customer in it when the holder is anonymised. Its number, if it has one, is released for the next receipt.
 */
export async function discardDraft(
  tx: Db,
  { id, status, serialNumberId, number }: ReceiptSnapshot,
  command: ReceiptCommand,
): Promise<undefined> {
  await tx.query(discardStatement, [id, status, command.caller.keyId, command.idempotencyToken]);
  if (serialNumberId !== null && number !== null) await releaseNumber(tx, serialNumberId, number);
}

const cancelStatement = statement(
  'cancel-tax-receipt',
  `WITH moved AS (
    UPDATE tax_receipt
    SET status = 'CANCELED', canceled_at = now(), idempotency_token = $4, updated_at = now()
    WHERE id = $1::uuid AND status = $2
    RETURNING id, broker_id
  ) ${emitCanceled}`,
);

/** Cancels a locked receipt that is issued without an authority. It keeps its number. */
export async function cancelWithoutAuthority(
  tx: Db,
  { id, status }: ReceiptSnapshot,
  command: ReceiptCommand,
): Promise<undefined> {
  await tx.query(cancelStatement, [id, status, command.caller.keyId, command.idempotencyToken]);
}

const cancellationStatement = statement(
  'store-cancellation-event',
  `UPDATE tax_receipt r
   SET canceling_at = $2, cancel_xml = $3, due_at = now() + $4::int * interval '1 ms', attempt = 1, refusal = NULL,
     requested_by = $5::uuid, idempotency_token = $6, updated_at = now()
   WHERE r.id = $1::uuid AND r.status = 'ACTIVE'
   RETURNING ${receiptCall.columns}`,
);

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
  const [updated] = await tx.query<LeasedReceipt>(cancellationStatement, [
    id,
    now,
    buildCancellationEvent(receipt, reason, tax),
    tax.leaseMs,
    caller.keyId,
    idempotencyToken,
  ]);
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
    // Key and protocol come from the authority, so they are valid. Only the reason may be invalid, when too few of its characters are in the
    // authority's alphabet.
    if (error instanceof RangeError) throw unprocessableRequest(error.message, { code: 'invalid-reason' });
    throw error;
  }
}
