import { statement } from '@linework/db/statement';
import { insertEvent, insertEvents } from '@linework/events/insert-event';
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
  readonly settleStatement: typeof settleIssueStatement;
  readonly refuseStatement: typeof refuseIssueStatement;
}

const refusedEvent = eventType('tax_receipt.refused');

const emitMoved = (type: EventType, from: string, to: string) =>
  `${insertEvents('tax-receipt', {
    type: `'${type}'`,
    from: `'${from}'`,
    to: `'${to}'`,
    key: ':keyId',
    details: "jsonb_build_object('number', number)",
  })}
FROM moved
   RETURNING resource_id`;

const emitRefused = `${insertEvent(refusedEvent, {
  key: ':keyId',
  details: "jsonb_build_object('number', number, 'authorityCode', :refusal -> 'code')",
})}
FROM moved`;

const settleTypes = {
  id: 'uuid',
  accessKey: 'text?',
  protocol: 'text',
  response: 'jsonb',
  at: 'timestamptz',
  keyId: 'uuid?',
} as const;

const refuseTypes = { id: 'uuid', accessKey: 'text?', attempt: 'int', refusal: 'jsonb', keyId: 'uuid?' } as const;

const settleIssueStatement = statement(
  'settle-issue',
  settleTypes,
  `WITH moved AS (
    UPDATE tax_receipt
    SET status = 'ACTIVE', protocol = :protocol, authorisation = :response, issued_at = :at, due_at = NULL,
      updated_at = now()
    WHERE id = :id AND status = 'DRAFT' AND access_key = :accessKey
    RETURNING id, broker_id, number
  ) ${emitMoved(taxReceiptStatusEvents.ACTIVE, 'DRAFT', 'ACTIVE')}`,
);

const refuseIssueStatement = statement(
  'refuse-issue',
  refuseTypes,
  `WITH moved AS (
    UPDATE tax_receipt
    SET refusal = :refusal, due_at = NULL, updated_at = now()
    WHERE id = :id AND status = 'DRAFT' AND access_key = :accessKey AND attempt = :attempt
    RETURNING id, broker_id, number
  ) ${emitRefused}`,
);

const settleCancellationStatement = statement(
  'settle-cancellation',
  settleTypes,
  `WITH moved AS (
    UPDATE tax_receipt
    SET status = 'CANCELED', cancel_protocol = :protocol, canceled_at = :at, due_at = NULL, updated_at = now()
    WHERE id = :id AND status = 'ACTIVE' AND access_key = :accessKey AND :response IS NOT NULL
    RETURNING id, broker_id, number
  ) ${emitMoved(taxReceiptStatusEvents.CANCELED, 'ACTIVE', 'CANCELED')}`,
);

const refuseCancellationStatement = statement(
  'refuse-cancellation',
  refuseTypes,
  `WITH moved AS (
    UPDATE tax_receipt
    SET refusal = :refusal, canceling_at = NULL, cancel_xml = NULL, due_at = NULL, updated_at = now()
    WHERE id = :id AND status = 'ACTIVE' AND access_key = :accessKey AND attempt = :attempt
    RETURNING id, broker_id, number
  ) ${emitRefused}`,
);

/** A worker whose lease has expired records the same approval, or nothing. Only the last caller records a refusal. */
const issue: Purpose = {
  buildKey: ({ id, number, issuingAt }) => `${id}:${number}:${issuingAt?.getTime()}`,
  call: (authority, call, document) => authority.authorise(call, document),
  getDocument: ({ signedXml }) => signedXml,
  findEarlier: (known) => known?.authorisation,
  settleStatement: settleIssueStatement,
  refuseStatement: refuseIssueStatement,
};

const cancel: Purpose = {
  buildKey: ({ id, cancelingAt }) => `${id}:cancel:${cancelingAt?.getTime()}`,
  call: (authority, call, document) => authority.registerCancellation(call, document),
  getDocument: ({ cancelXml }) => cancelXml,
  findEarlier: (known) => known?.cancellation,
  settleStatement: settleCancellationStatement,
  refuseStatement: refuseCancellationStatement,
};

/** The request that a receipt needs: its issue for a draft, its cancellation afterwards. */
export const findPurpose = ({ status }: Pick<ReceiptSnapshot, 'status'>): Purpose =>
  status === 'DRAFT' ? issue : cancel;
