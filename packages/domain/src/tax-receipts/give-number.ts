import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { taxReceiptArrivals } from '@linework/schemas/events';
import { drawCode } from '@linework/tax-documents/access-key';
import { NotAnNfcom, nfcomXml } from '@linework/tax-documents/nfcom-xml';
import type { Issue } from '@linework/tax-documents/receipt';
import { issuedKey } from '@linework/tax-documents/receipt-key';
import type { ReceiptAtHand } from './receipt-at-hand.ts';
import { columnsAtHand, type ReceiptRequested } from './receipt-at-hand.ts';
import { issueOf, type ReceiptContent } from './receipt-content.ts';
import { notAReceipt } from './refuse-content.ts';
import { freeNumber, type TakenNumber, takeNumber } from './take-number.ts';
import type { TaxSettings } from './tax-settings.ts';
import { withIbsCbs } from './with-ibs-cbs.ts';

const seriesStatement = statement(
  'find-series',
  `SELECT n.id AS "serialNumberId", s.series, $2::int AS number, n.environment FROM serial_number n JOIN supplier s ON s.id = n.supplier_id WHERE n.id = $1::uuid`,
);

const giveStatement = statement(
  'give-number',
  `UPDATE tax_receipt r SET serial_number_id = $2::uuid, number = $3, code = $4, access_key = $5, issuing_at = $6, signed_xml = $7, content = $8::jsonb,
     due_at = now() + $9::int * interval '1 ms', attempt = 1, refusal = NULL, asked_by = $10::uuid, asked_under = $11, updated_at = now()
   WHERE r.id = $1::uuid RETURNING ${columnsAtHand}`,
);

const issueStatement = statement(
  'issue-without-authority',
  `WITH issued AS (
    UPDATE tax_receipt SET status = 'ACTIVE', serial_number_id = $2::uuid, number = $3, code = $4, issuing_at = $5, issued_at = $5, content = $6::jsonb,
      asked_under = $8, updated_at = now()
    WHERE id = $1::uuid AND status = 'DRAFT' RETURNING id, broker_id, number
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id, details)
  SELECT broker_id, '${taxReceiptArrivals.ACTIVE}', 'tax-receipt', id, 'DRAFT', 'ACTIVE', $7::uuid, jsonb_build_object('number', number) FROM issued`,
);

interface Given {
  readonly content: ReceiptContent;
  readonly asked: ReceiptRequested;
  readonly tax: TaxSettings;
}

/**
 * Gives a draft that is held the next number, and everything that goes with it: of model 62 code, access key and signed XML, so that whatever happens
 * now the authority is only ever asked about this one document. The other models are issued with it, and nothing is
 * left to ask. Raises 422 where no document can be made of it, and where the year of issue has no known rates of IBS and CBS.
 */
export async function giveNumber(tx: Db, receipt: ReceiptAtHand, { asked, tax, ...given }: Given): Promise<ReceiptAtHand | undefined> {
  const content = withIbsCbs({ ...given.content, environment: tax.environment }, receipt.now);
  const { keyId } = asked.caller;
  const { serialNumberId, series, number } = (await ownNumber(tx, receipt, tax)) ?? (await takeNumber(tx, receipt, tax));
  const issue = issueOf(content, { series, number, code: receipt.code ?? drawCode(), at: receipt.now });
  const taken = [receipt.id, serialNumberId, number, issue.code];
  if (receipt.documentModel !== '62') {
    await tx.query(issueStatement, [...taken, issue.at, JSON.stringify(content), keyId, asked.askedUnder]);
    return undefined;
  }
  const { key, xml } = signedAs(content, issue, tax);
  const document = [key, issue.at, xml, JSON.stringify(content)];
  const [numbered] = await tx.query<ReceiptAtHand>(giveStatement, [...taken, ...document, tax.leaseMs, keyId, asked.askedUnder]);
  if (!numbered) throw new Error(`the tax receipt ${receipt.id} is gone while it is held`);
  return numbered;
}

/** The one that it was given before, when the authority refused it; one of the other environment is free for the next there. */
async function ownNumber(tx: Db, { serialNumberId, number }: ReceiptAtHand, { environment }: TaxSettings): Promise<TakenNumber | undefined> {
  if (serialNumberId === null || number === null) return undefined;
  const [own] = await tx.query<TakenNumber & Pick<TaxSettings, 'environment'>>(seriesStatement, [serialNumberId, number]);
  if (own?.environment === environment) return own;
  await freeNumber(tx, serialNumberId, number);
  return undefined;
}

function signedAs(content: ReceiptContent, issue: Issue, { signer }: TaxSettings): { readonly key: string; readonly xml: string } {
  const receipt = { ...content, issue, authorisation: null, cancellation: null };
  try {
    return { key: issuedKey(receipt, issue), xml: nfcomXml(receipt, signer) };
  } catch (error) {
    throw error instanceof NotAnNfcom ? notAReceipt(error.faults) : error;
  }
}
