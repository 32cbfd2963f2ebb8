import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { reachCrashPoint } from '@linework/engine/model/crash-points';
import { insertEvent } from '@linework/events/insert-event';
import type { Log } from '@linework/log/log';
import { conflict } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import { listUnknownTaxes } from '@linework/tax-documents/model/find-tax-rates';
import type { Issuer } from '@linework/tax-documents/model/receipt';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import { assignNumber } from './assign-number.ts';
import { assertDone } from './authority-outcome.ts';
import { callAuthority, type TaxDeps } from './call-authority.ts';
import { findBilledInvoice } from './content/billed-invoice.ts';
import { buildContent } from './content/build-content.ts';
import type { ReceiptContent } from './content/receipt-content.ts';
import { isRatesUnknown } from './content/take-rates.ts';
import { toIssuer } from './content/to-tax-address.ts';
import { findReceipt } from './find-receipt.ts';
import { readTaxRates } from './rates/read-tax-rates.ts';
import { renewLease } from './receipt-lease.ts';
import {
  type LeasedReceipt,
  lockReceipt,
  lockReceiptForOperator,
  type ReceiptCommand,
  type ReceiptSnapshot,
} from './receipt-snapshot.ts';
import { findSupplier } from './suppliers/find-supplier.ts';

/**
 * Issues a draft: its number is assigned in a separate transaction, and model 62 is authorised after that. Raises 422
 * when the authority refuses, 503 when it does not respond (a job repeats the call), and conflict while another request
 * is issuing it. When the job has completed a request, its repetition gets the response of that request. Without a rate
 * of a tax the draft waits, and the 422 says so.
 */
export async function issueReceipt(deps: TaxDeps, command: ReceiptCommand): Promise<TaxReceipt> {
  const pending = await deps.db.transaction((tx) => prepareIssue(tx, command, deps.tax));
  // Thrown after the transaction, which has stored that the receipt waits.
  if (pending instanceof Problem) throw pending;
  reachCrashPoint('after-number');
  if (pending) assertDone(await callAuthority(deps, pending));
  return findReceipt(deps.db, command);
}

/**
 * The receipt for which the authority must be called; undefined when it is issued now or was before; a problem when it
 * waits for rates.
 */
async function prepareIssue(
  tx: Db,
  command: ReceiptCommand,
  tax: TaxSettings,
): Promise<LeasedReceipt | Problem | undefined> {
  const receipt = await lockReceipt(tx, command, 'issue');
  if (!receipt) return undefined;
  if (receipt.dueAt !== null) return renewLease(tx, receipt, tax.leaseMs, command.idempotencyToken);
  try {
    return await numberDraft(tx, receipt, { command, tax });
  } catch (error) {
    if (!isRatesUnknown(error)) throw error;
    const details = { day: error.members.day, taxes: error.members.taxes };
    await tx.query(waitStatement, {
      receiptId: receipt.id,
      environment: tax.environment,
      keyId: command.caller.keyId,
      details,
    });
    return error;
  }
}

/** Its event is emitted once, however often the request is repeated. */
const waitStatement = statement(
  'wait-for-tax-rates',
  { receiptId: 'uuid', environment: 'text', keyId: 'uuid', details: 'jsonb' },
  `WITH waiting AS (
    UPDATE tax_receipt
    SET waits_for_rates_in = :environment, requested_by = :keyId, updated_at = now()
    WHERE id = :receiptId AND waits_for_rates_in IS DISTINCT FROM :environment
    RETURNING id, broker_id
  )
  ${insertEvent('tax_receipt.waiting_for_rates', { key: ':keyId', details: ':details' })}
  FROM waiting`,
);

/**
 * Assigns a number to a locked draft that no other caller is issuing. Everything that may keep it from being issued is
 * raised before.
 */
async function numberDraft(
  tx: Db,
  receipt: ReceiptSnapshot,
  { command, tax }: NumberInput,
): Promise<LeasedReceipt | undefined> {
  const { caller } = command;
  const invoice = await findBilledInvoice(tx, { caller, invoiceId: receipt.invoiceId });
  if (receipt.refusal === null)
    return assignNumber(tx, receipt, { content: receipt.content as ReceiptContent, command, tax });
  // The errors of a refused receipt are corrected at their source: the holder or the supplier.
  const supplier = await findSupplier(tx, { caller, supplierId: receipt.supplierId });
  if (supplier.address.state !== receipt.uf)
    throw conflict('The supplier has moved to another state. Discard this draft and create another.', {
      code: 'supplier-moved',
    });
  const taxRates = await readTaxRates(tx, toIssuer(supplier), receipt.now);
  const content = buildContent({
    documentModel: receipt.documentModel,
    environment: tax.environment,
    supplier,
    invoice,
    taxRates,
  });
  return assignNumber(tx, receipt, { content, command, tax });
}

interface NumberInput {
  readonly command: ReceiptCommand;
  readonly tax: TaxSettings;
}

const waitingStatement = statement(
  'find-receipts-waiting-for-rates',
  { environment: 'text', after: 'uuid' },
  `SELECT r.id, r.document_model AS "documentModel", s.regime, s.address
   FROM tax_receipt r JOIN supplier s ON s.id = r.supplier_id
   WHERE r.waits_for_rates_in = :environment AND r.status = 'DRAFT' AND r.due_at IS NULL AND r.id > :after
   ORDER BY r.id
   LIMIT 500`,
).returns<{ readonly address: Issuer['address'] }>();

type WaitingReceipt = RowOf<typeof waitingStatement>;

/** Before the first id. */
const noId = '00000000-0000-0000-0000-000000000000';

/**
 * Issues the drafts that wait for rates and have them now, and returns how many. Model 62 gets its number, and is then
 * due for the job that calls the authority. A draft that cannot be issued for another reason waits on, and the log has
 * the reason.
 */
export async function issueWaitingReceipts({
  db,
  log,
  tax,
}: Pick<TaxDeps, 'db' | 'tax'> & { readonly log: Log }): Promise<number> {
  let issued = 0;
  let after = noId;
  for (;;) {
    const waiting = await db.query(waitingStatement, { environment: tax.environment, after });
    const unknownTaxes = cacheUnknownTaxes(db);
    for (const receipt of waiting) {
      if ((await unknownTaxes(receipt)) > 0) continue;
      const done = await db
        .transaction((tx) => issueWaiting(tx, receipt.id, tax))
        .catch((error: unknown) => {
          if (!(error instanceof Problem)) throw error;
          if (!isRatesUnknown(error))
            log.warn(
              { taxReceiptId: receipt.id, code: error.code },
              'a tax receipt that waited for rates cannot be issued',
            );
          return false;
        });
      if (done) issued += 1;
    }
    const last = waiting.at(-1);
    if (last === undefined) return issued;
    after = last.id;
  }
}

/**
 * How many taxes of a receipt have no rate now; read once for each place, regime and model, because many receipts share
 * them.
 */
function cacheUnknownTaxes(db: Pick<Db, 'query'>) {
  const known = new Map<string, Promise<number>>();
  return ({ documentModel, regime, address }: WaitingReceipt): Promise<number> => {
    const key = `${documentModel} ${regime} ${address.state} ${address.cityCode}`;
    const count =
      known.get(key) ??
      readTaxRates(db, { regime, address }, new Date()).then((found) => listUnknownTaxes(found, documentModel).length);
    known.set(key, count);
    return count;
  };
}

async function issueWaiting(tx: Db, receiptId: string, tax: TaxSettings): Promise<boolean> {
  const receipt = await lockReceiptForOperator(tx, receiptId);
  if (receipt?.status !== 'DRAFT' || receipt.waitsForRatesIn !== tax.environment || receipt.requestedBy === null)
    return false;
  const caller = { keyId: receipt.requestedBy, brokerId: receipt.brokerId, scopes: [] };
  const command = { caller, receiptId, idempotencyToken: receipt.idempotencyToken ?? undefined };
  // Its lease ends at once, so that the job that calls the authority takes it.
  await numberDraft(tx, receipt, { command, tax: { environment: tax.environment, signer: tax.signer, leaseMs: 0 } });
  return true;
}
