import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { buildNfcomXml, InvalidNfcom } from '@linework/tax-documents/build-nfcom-xml';
import { generateCode } from '@linework/tax-documents/model/access-key';
import type { Issue } from '@linework/tax-documents/model/receipt';
import { buildReceiptKey } from '@linework/tax-documents/model/receipt-key';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import { invalidReceipt } from './content/assert-valid-content.ts';
import { buildIssue, type ReceiptContent } from './content/receipt-content.ts';
import { takeRates } from './content/take-rates.ts';
import { type AssignedNumber, nextNumber, releaseNumber } from './next-number.ts';
import { readTaxRates } from './rates/read-tax-rates.ts';
import { type LeasedReceipt, type ReceiptCommand, type ReceiptSnapshot, receiptCall } from './receipt-snapshot.ts';

const seriesStatement = statement(
  'find-series',
  { serialNumberId: 'uuid', number: 'int' },
  `SELECT n.id AS "serialNumberId", s.series, :number AS number, n.environment
   FROM serial_number n JOIN supplier s ON s.id = n.supplier_id
   WHERE n.id = :serialNumberId`,
);

const assignStatement = statement(
  'assign-number',
  {
    id: 'uuid',
    serialNumberId: 'uuid',
    number: 'int',
    code: 'text',
    accessKey: 'text',
    at: 'timestamptz',
    xml: 'text',
    content: 'jsonb',
    leaseMs: 'int',
    keyId: 'uuid?',
    token: 'bytea?',
  },
  `UPDATE tax_receipt r
   SET serial_number_id = :serialNumberId,
     number = :number,
     code = :code,
     access_key = :accessKey,
     issuing_at = :at,
     signed_xml = :xml,
     content = :content,
     due_at = ${dueNow} + :leaseMs * interval '1 ms',
     attempt = 1,
     refusal = NULL,
     requested_by = :keyId,
     idempotency_token = :token,
     waits_for_rates_in = NULL,
     updated_at = now()
   WHERE r.id = :id
   RETURNING ${receiptCall.columns}`,
).returns<Pick<ReceiptSnapshot, 'uf' | 'refusal'>>();

const issueStatement = statement(
  'issue-without-authority',
  {
    id: 'uuid',
    serialNumberId: 'uuid',
    number: 'int',
    code: 'text',
    at: 'timestamptz',
    content: 'jsonb',
    keyId: 'uuid?',
    token: 'bytea?',
  },
  `WITH issued AS (
    UPDATE tax_receipt
    SET status = 'ACTIVE',
      serial_number_id = :serialNumberId,
      number = :number,
      code = :code,
      issuing_at = :at,
      issued_at = :at,
      content = :content,
      idempotency_token = :token,
      waits_for_rates_in = NULL,
      updated_at = now()
    WHERE id = :id AND status = 'DRAFT'
    RETURNING id, broker_id, number
  )
  ${insertMove('tax-receipt', {
    from: 'DRAFT',
    to: 'ACTIVE',
    key: ':keyId',
    details: "jsonb_build_object('number', number)",
  })}
  FROM issued`,
);

interface AssignInput {
  readonly content: ReceiptContent;
  readonly command: ReceiptCommand;
  readonly tax: TaxSettings;
}

/**
 * Assigns the next number to a locked draft, and stores everything that belongs to it: for model 62 the code, access
 * key and signed XML, so that the authority only ever gets this one document. The other models are issued at the same
 * time. Raises 422 when no document can be built from it, and when a tax has no known rate on the day of issue.
 */
export async function assignNumber(
  tx: Db,
  receipt: ReceiptSnapshot,
  { command, tax, ...input }: AssignInput,
): Promise<LeasedReceipt | undefined> {
  const rates = await readTaxRates(tx, input.content.issuer, receipt.now);
  const content = takeRates({ ...input.content, environment: tax.environment }, rates);
  const { keyId } = command.caller;
  const { serialNumberId, series, number } =
    (await findAssignedNumber(tx, receipt, tax)) ?? (await nextNumber(tx, receipt, tax));
  const issue = buildIssue(content, { series, number, code: receipt.code ?? generateCode(), at: receipt.now });
  const { id } = receipt;
  const { code, at } = issue;
  const values = { id, serialNumberId, number, code, at, content, keyId, token: command.idempotencyToken };
  if (receipt.documentModel !== '62') {
    await tx.query(issueStatement, values);
    return undefined;
  }
  const { key: accessKey, xml } = signReceipt(content, issue, tax);
  const [numbered] = await tx.query(assignStatement, {
    ...values,
    accessKey,
    xml,
    leaseMs: tax.leaseMs,
  });
  if (!numbered) throw new Error(`the tax receipt ${receipt.id} is missing although it is locked`);
  return numbered;
}

/**
 * The number that was assigned before the authority refused it. A number of the other environment is released for the
 * next receipt there.
 */
async function findAssignedNumber(
  tx: Db,
  { serialNumberId, number }: ReceiptSnapshot,
  { environment }: TaxSettings,
): Promise<AssignedNumber | undefined> {
  if (serialNumberId === null || number === null) return undefined;
  const [assigned] = await tx.query(seriesStatement, {
    serialNumberId,
    number,
  });
  if (assigned?.environment === environment) return assigned;
  await releaseNumber(tx, serialNumberId, number);
  return undefined;
}

function signReceipt(
  content: ReceiptContent,
  issue: Issue,
  { signer }: TaxSettings,
): { readonly key: string; readonly xml: string } {
  const receipt = { ...content, issue, authorisation: null, cancellation: null };
  try {
    return { key: buildReceiptKey(receipt, issue), xml: buildNfcomXml(receipt, signer) };
  } catch (error) {
    throw error instanceof InvalidNfcom ? invalidReceipt(error.violations) : error;
  }
}
