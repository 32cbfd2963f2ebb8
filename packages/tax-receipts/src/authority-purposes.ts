import type { Statement } from '@linework/db/statement';
import { statement } from '@linework/db/statement';
import type { PartnerCall } from '@linework/partners/partner-call';
import type { AuthorityResponse, TaxAuthority } from '@linework/partners/tax-authority';
import { type EventType, eventType, taxReceiptStatusEvents } from '@linework/schemas/events';
import type { ReceiptSnapshot } from './receipt-snapshot.ts';

/** A request to the authority about a receipt. */
export interface Purpose {
  /** The same key as long as the same document is sent. */
  readonly buildKey: (receipt: ReceiptSnapshot) => string;
  readonly call: (
    authority: TaxAuthority,
    call: PartnerCall,
    document: { readonly accessKey: string; readonly signedXml: string },
  ) => Promise<AuthorityResponse>;
  readonly getDocument: (receipt: ReceiptSnapshot) => string | null;
  /** The response, if there was one before. */
  readonly findEarlier: (known: Awaited<ReturnType<TaxAuthority['findReceipt']>>) => AuthorityResponse | undefined;
  /** With id, access key, protocol, response, its time and the actor. */
  readonly settleStatement: Statement;
  /** With id, access key, attempt, refusal and the actor. */
  readonly refuseStatement: Statement;
}

const refusedEvent = eventType('tax_receipt.refused');

const emitMoved = (type: EventType, from: string, to: string) =>
  `INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id, details)
   SELECT broker_id, '${type}', 'tax-receipt', id, '${from}', '${to}', $6::uuid, jsonb_build_object('number', number)
   FROM moved
   RETURNING resource_id`;

const emitRefused = `INSERT INTO event (broker_id, type, resource_type, resource_id, key_id, details)
   SELECT broker_id, '${refusedEvent}', 'tax-receipt', id, $5::uuid, jsonb_build_object('number', number, 'authorityCode', $4::jsonb -> 'code')
   FROM moved`;

/** A worker whose lease has expired records the same approval, or nothing. Only the last caller records a refusal. */
const issue: Purpose = {
  buildKey: ({ id, number, issuingAt }) => `${id}:${number}:${issuingAt?.getTime()}`,
  call: (authority, call, document) => authority.authorise(call, document),
  getDocument: ({ signedXml }) => signedXml,
  findEarlier: (known) => known?.authorisation,
  settleStatement: statement(
    'settle-issue',
    `WITH moved AS (
      UPDATE tax_receipt
      SET status = 'ACTIVE', protocol = $3, authorisation = $4::jsonb, issued_at = $5, due_at = NULL, updated_at = now()
      WHERE id = $1::uuid AND status = 'DRAFT' AND access_key = $2
      RETURNING id, broker_id, number
    ) ${emitMoved(taxReceiptStatusEvents.ACTIVE, 'DRAFT', 'ACTIVE')}`,
  ),
  refuseStatement: statement(
    'refuse-issue',
    `WITH moved AS (
      UPDATE tax_receipt
      SET refusal = $4::jsonb, due_at = NULL, updated_at = now()
      WHERE id = $1::uuid AND status = 'DRAFT' AND access_key = $2 AND attempt = $3
      RETURNING id, broker_id, number
    ) ${emitRefused}`,
  ),
};

const cancel: Purpose = {
  buildKey: ({ id, cancelingAt }) => `${id}:cancel:${cancelingAt?.getTime()}`,
  call: (authority, call, document) => authority.registerCancellation(call, document),
  getDocument: ({ cancelXml }) => cancelXml,
  findEarlier: (known) => known?.cancellation,
  settleStatement: statement(
    'settle-cancellation',
    `WITH moved AS (
      UPDATE tax_receipt
      SET status = 'CANCELED', cancel_protocol = $3, canceled_at = $5, due_at = NULL, updated_at = now()
      WHERE id = $1::uuid AND status = 'ACTIVE' AND access_key = $2 AND $4::jsonb IS NOT NULL
      RETURNING id, broker_id, number
    ) ${emitMoved(taxReceiptStatusEvents.CANCELED, 'ACTIVE', 'CANCELED')}`,
  ),
  refuseStatement: statement(
    'refuse-cancellation',
    `WITH moved AS (
      UPDATE tax_receipt
      SET refusal = $4::jsonb, canceling_at = NULL, cancel_xml = NULL, due_at = NULL, updated_at = now()
      WHERE id = $1::uuid AND status = 'ACTIVE' AND access_key = $2 AND attempt = $3
      RETURNING id, broker_id, number
    ) ${emitRefused}`,
  ),
};

/** The request that a receipt needs: its issue for a draft, its cancellation afterwards. */
export const findPurpose = ({ status }: Pick<ReceiptSnapshot, 'status'>): Purpose =>
  status === 'DRAFT' ? issue : cancel;
