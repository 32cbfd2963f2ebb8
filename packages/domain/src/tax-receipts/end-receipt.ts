import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { impossibleRequest } from '@linework/problem-details/make-problem';
import { taxReceiptArrivals } from '@linework/schemas/events';
import { cancellationXml } from '@linework/tax-documents/cancellation-xml';
import { contentOfNobody } from './forget-discarded.ts';
import { columnsAtHand, type ReceiptAtHand, type ReceiptRequested } from './receipt-at-hand.ts';
import type { ReceiptContent } from './receipt-content.ts';
import { freeNumber } from './take-number.ts';
import type { TaxSettings } from './tax-settings.ts';

const tellCanceled = `INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id)
  SELECT broker_id, '${taxReceiptArrivals.CANCELED}', 'tax-receipt', id, $2, 'CANCELED', $3::uuid FROM moved`;

/** Who is anonymising the holder is waited for: it does not see yet that this draft is discarded. */
const discardStatement = statement(
  'discard-tax-receipt',
  `WITH customer AS (
    SELECT anonymised_at FROM holder WHERE id = (SELECT customer_id FROM tax_receipt WHERE id = $1::uuid) FOR KEY SHARE
  ), moved AS (
    UPDATE tax_receipt SET status = 'CANCELED', canceled_at = now(), serial_number_id = NULL, number = NULL, code = NULL, access_key = NULL,
      issuing_at = NULL, signed_xml = NULL, refusal = NULL, asked_under = $4, updated_at = now(),
      content = CASE WHEN (SELECT anonymised_at FROM customer) IS NULL THEN content ELSE ${contentOfNobody} END
    WHERE id = $1::uuid AND status = $2 RETURNING id, broker_id
  ) ${tellCanceled}`,
);

/** Drops a draft that is held, and with it whom it was for where that one is anonymised. A number that it had been given is free for the next. */
export async function discardDraft(tx: Db, { id, status, serialNumberId, number }: ReceiptAtHand, asked: ReceiptRequested): Promise<undefined> {
  await tx.query(discardStatement, [id, status, asked.caller.keyId, asked.askedUnder]);
  if (serialNumberId !== null && number !== null) await freeNumber(tx, serialNumberId, number);
}

const cancelStatement = statement(
  'cancel-tax-receipt',
  `WITH moved AS (
    UPDATE tax_receipt SET status = 'CANCELED', canceled_at = now(), asked_under = $4, updated_at = now()
    WHERE id = $1::uuid AND status = $2 RETURNING id, broker_id
  ) ${tellCanceled}`,
);

/** Cancels an issued receipt that is held and that no authority knows of. Its number stays its own. */
export async function cancelAtOnce(tx: Db, { id, status }: ReceiptAtHand, asked: ReceiptRequested): Promise<undefined> {
  await tx.query(cancelStatement, [id, status, asked.caller.keyId, asked.askedUnder]);
}

const noteStatement = statement(
  'note-cancellation',
  `UPDATE tax_receipt r SET canceling_at = $2, cancel_xml = $3, due_at = now() + $4::int * interval '1 ms', attempt = 1, refusal = NULL,
     asked_by = $5::uuid, asked_under = $6, updated_at = now()
   WHERE r.id = $1::uuid AND r.status = 'ACTIVE' RETURNING ${columnsAtHand}`,
);

export interface CancellationNoted {
  readonly asked: ReceiptRequested & { readonly reason: string };
  readonly tax: TaxSettings;
}

/** Notes with a receipt that is held the event that the authority is to be asked to register. */
export async function noteCancellation(tx: Db, receipt: ReceiptAtHand, { asked, tax }: CancellationNoted): Promise<ReceiptAtHand> {
  const { id, now } = receipt;
  const { caller, askedUnder, reason } = asked;
  const [noted] = await tx.query<ReceiptAtHand>(noteStatement, [id, now, eventOf(receipt, reason, tax), tax.leaseMs, caller.keyId, askedUnder]);
  if (!noted) throw new Error(`the tax receipt ${id} is gone while it is held`);
  return noted;
}

function eventOf({ id, accessKey, protocol, content, now: at }: ReceiptAtHand, reason: string, { signer }: TaxSettings): string {
  if (accessKey === null || protocol === null) throw new Error(`the tax receipt ${id} is issued without a key or a protocol`);
  const { environment } = content as ReceiptContent;
  try {
    return cancellationXml({ environment, accessKey, protocol, reason, at }, signer);
  } catch (error) {
    // Key and protocol are the authority's own; only the reason may have no place, when too little of it is left in the authority's alphabet.
    if (error instanceof RangeError) throw impossibleRequest(error.message, { code: 'reason-not-usable' });
    throw error;
  }
}
