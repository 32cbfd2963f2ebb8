import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { taxReceiptArrivals } from '@linework/schemas/events';
import { drawCode } from '@linework/tax-documents/access-key';
import { NotAnNfcom, nfcomXml } from '@linework/tax-documents/nfcom-xml';
import type { Issue } from '@linework/tax-documents/receipt';
import { issuedKey } from '@linework/tax-documents/receipt-key';
import type { ReceiptAtHand } from './receipt-at-hand.ts';
import { columnsAtHand } from './receipt-at-hand.ts';
import { issueOf, type ReceiptContent } from './receipt-content.ts';
import { notAReceipt } from './refuse-content.ts';
import { type TakenNumber, takeNumber } from './take-number.ts';
import type { TaxSettings } from './tax-settings.ts';

const seriesStatement = statement('find-series', 'SELECT id AS "serialNumberId", series, $2::int AS number FROM serial_number WHERE id = $1::uuid');

const giveStatement = statement(
  'give-number',
  `UPDATE tax_receipt r SET serial_number_id = $2::uuid, number = $3, code = $4, access_key = $5, issuing_at = $6, signed_xml = $7, content = $8::jsonb,
     due_at = now() + $9::int * interval '1 ms', attempt = 1, refusal = NULL, asked_by = $10::uuid, updated_at = now()
   WHERE r.id = $1::uuid RETURNING ${columnsAtHand}`,
);

const issueStatement = statement(
  'issue-without-authority',
  `WITH issued AS (
    UPDATE tax_receipt SET status = 'ACTIVE', serial_number_id = $2::uuid, number = $3, code = $4, issuing_at = $5, issued_at = $5, content = $6::jsonb,
      updated_at = now()
    WHERE id = $1::uuid AND status = 'DRAFT' RETURNING id, broker_id, number
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id, details)
  SELECT broker_id, '${taxReceiptArrivals.ACTIVE}', 'tax-receipt', id, 'DRAFT', 'ACTIVE', $7::uuid, jsonb_build_object('number', number) FROM issued`,
);

/**
 * Gives a draft that is held the next number, and everything that goes with it: of model 62 code, access key and signed XML, so that whatever happens
 * now the authority is only ever asked about this one document. The other models are issued with it. Raises 422 where no document can be made of it.
 */
export async function giveNumber(tx: Db, receipt: ReceiptAtHand, given: { content: ReceiptContent; keyId: string; tax: TaxSettings }): Promise<ReceiptAtHand> {
  const { tax, keyId } = given;
  const content = { ...given.content, environment: tax.environment };
  const { serialNumberId, series, number } = (await ownNumber(tx, receipt)) ?? (await takeNumber(tx, receipt));
  const issue = issueOf(content, { series, number, code: receipt.code ?? drawCode(), at: receipt.now });
  const taken = [receipt.id, serialNumberId, number, issue.code];
  if (receipt.documentModel !== '62') {
    await tx.query(issueStatement, [...taken, issue.at, JSON.stringify(content), keyId]);
    return receipt;
  }
  const { key, xml } = signedAs(content, issue, tax);
  const [numbered] = await tx.query<ReceiptAtHand>(giveStatement, [...taken, key, issue.at, xml, JSON.stringify(content), tax.leaseMs, keyId]);
  if (!numbered) throw new Error(`the tax receipt ${receipt.id} is gone while it is held`);
  return numbered;
}

/** The one that it was given before, when the authority refused it. */
async function ownNumber(tx: Db, { serialNumberId, number }: ReceiptAtHand): Promise<TakenNumber | undefined> {
  if (serialNumberId === null) return undefined;
  const [own] = await tx.query<TakenNumber>(seriesStatement, [serialNumberId, number]);
  return own;
}

function signedAs(content: ReceiptContent, issue: Issue, { signer }: TaxSettings): { readonly key: string; readonly xml: string } {
  const receipt = { ...content, issue, authorisation: null, cancellation: null };
  try {
    return { key: issuedKey(receipt, issue), xml: nfcomXml(receipt, signer) };
  } catch (error) {
    throw error instanceof NotAnNfcom ? notAReceipt(error.faults) : error;
  }
}
