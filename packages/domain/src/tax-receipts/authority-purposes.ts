import type { Statement } from '@linework/db/statement';
import { statement } from '@linework/db/statement';
import { type EventType, taxReceiptArrivals } from '@linework/schemas/events';
import type { PartnerCall } from '../partners/partner-call.ts';
import type { AuthorityAnswer, TaxAuthority } from '../partners/tax-authority.ts';
import type { ReceiptAtHand } from './receipt-at-hand.ts';

/** Something that the authority is asked for about a receipt. */
export interface Purpose {
  /** The same for as long as the same document is sent. */
  readonly keyOf: (receipt: ReceiptAtHand) => string;
  readonly ask: (authority: TaxAuthority, call: PartnerCall, document: { readonly accessKey: string; readonly signedXml: string }) => Promise<AuthorityAnswer>;
  readonly documentOf: (receipt: ReceiptAtHand) => string | null;
  /** Its answer, where it has been given before. */
  readonly earlier: (known: Awaited<ReturnType<TaxAuthority['findReceipt']>>) => AuthorityAnswer | undefined;
  /** With id, access key, protocol, the answer, its time and who asked. */
  readonly settle: Statement;
  /** With id, access key, attempt, the refusal, and who asked. */
  readonly refuse: Statement;
}

const refused: EventType = 'tax-receipt.refused';

const tell = (type: EventType, from: string, to: string) =>
  `INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id, details)
   SELECT broker_id, '${type}', 'tax-receipt', id, '${from}', '${to}', $6::uuid, jsonb_build_object('number', number) FROM moved RETURNING resource_id`;

const tellRefusal = `INSERT INTO event (broker_id, type, resource_type, resource_id, key_id, details)
   SELECT broker_id, '${refused}', 'tax-receipt', id, $5::uuid, jsonb_build_object('number', number, 'authorityCode', $4::jsonb -> 'code') FROM moved`;

/** Who was overtaken records the same yes, or nothing; only who asked last records a no. */
const issue: Purpose = {
  keyOf: ({ id, number, issuingAt }) => `${id}:${number}:${issuingAt?.getTime()}`,
  ask: (authority, call, document) => authority.authorise(call, document),
  documentOf: ({ signedXml }) => signedXml,
  earlier: (known) => known?.authorisation,
  settle: statement(
    'settle-issue',
    `WITH moved AS (
      UPDATE tax_receipt SET status = 'ACTIVE', protocol = $3, authorisation = $4::jsonb, issued_at = $5, due_at = NULL, updated_at = now()
      WHERE id = $1::uuid AND status = 'DRAFT' AND access_key = $2 RETURNING id, broker_id, number
    ) ${tell(taxReceiptArrivals.ACTIVE, 'DRAFT', 'ACTIVE')}`,
  ),
  refuse: statement(
    'refuse-issue',
    `WITH moved AS (
      UPDATE tax_receipt SET refusal = $4::jsonb, due_at = NULL, updated_at = now()
      WHERE id = $1::uuid AND status = 'DRAFT' AND access_key = $2 AND attempt = $3 RETURNING id, broker_id, number
    ) ${tellRefusal}`,
  ),
};

const cancel: Purpose = {
  keyOf: ({ id, cancelingAt }) => `${id}:cancel:${cancelingAt?.getTime()}`,
  ask: (authority, call, document) => authority.registerCancellation(call, document),
  documentOf: ({ cancelXml }) => cancelXml,
  earlier: (known) => known?.cancellation,
  settle: statement(
    'settle-cancellation',
    `WITH moved AS (
      UPDATE tax_receipt SET status = 'CANCELED', cancel_protocol = $3, canceled_at = $5, due_at = NULL, updated_at = now()
      WHERE id = $1::uuid AND status = 'ACTIVE' AND access_key = $2 AND $4::jsonb IS NOT NULL RETURNING id, broker_id, number
    ) ${tell(taxReceiptArrivals.CANCELED, 'ACTIVE', 'CANCELED')}`,
  ),
  refuse: statement(
    'refuse-cancellation',
    `WITH moved AS (
      UPDATE tax_receipt SET refusal = $4::jsonb, canceling_at = NULL, cancel_xml = NULL, due_at = NULL, updated_at = now()
      WHERE id = $1::uuid AND status = 'ACTIVE' AND access_key = $2 AND attempt = $3 RETURNING id, broker_id, number
    ) ${tellRefusal}`,
  ),
};

/** What the authority is asked for about a receipt that awaits it: to be issued as a draft, to be cancelled afterwards. */
export const purposeOf = ({ status }: Pick<ReceiptAtHand, 'status'>): Purpose => (status === 'DRAFT' ? issue : cancel);
