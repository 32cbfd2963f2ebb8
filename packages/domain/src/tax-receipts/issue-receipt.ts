import type { Db } from '@linework/db/db';
import { conflict, impossibleRequest, unavailable } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import { crashPoint } from '../orders/crash-points.ts';
import { type AuthorityOutcome, askAuthority, type TaxDeps } from './ask-authority.ts';
import { findBilledInvoice } from './billed-invoice.ts';
import { drawUp } from './draw-up.ts';
import { findReceipt, type ReceiptAsked } from './find-receipt.ts';
import { findSupplier } from './find-supplier.ts';
import { giveNumber } from './give-number.ts';
import { takeOver } from './lease.ts';
import { lockReceipt, type ReceiptAtHand } from './receipt-at-hand.ts';
import type { ReceiptContent } from './receipt-content.ts';
import type { TaxSettings } from './tax-settings.ts';

/**
 * Issues a draft: its number is given in a transaction of its own, and model 62 is authorised after that. Raises 422 where the authority refuses, 503
 * where it does not answer (a job asks on), and conflict while somebody else is at it.
 */
export async function issueReceipt(deps: TaxDeps, asked: ReceiptAsked): Promise<TaxReceipt> {
  const receipt = await deps.db.transaction((tx) => prepareIssue(tx, asked, deps.tax));
  crashPoint('after-number');
  if (receipt.documentModel === '62') raiseUnlessDone(await askAuthority(deps, receipt));
  return findReceipt(deps.db, asked);
}

async function prepareIssue(tx: Db, asked: ReceiptAsked, tax: TaxSettings): Promise<ReceiptAtHand> {
  const { caller, receiptId } = asked;
  const receipt = await lockReceipt(tx, caller, receiptId, 'issue');
  if (receipt.dueAt !== null) return takeOver(tx, receipt, tax.leaseMs);
  const invoice = await findBilledInvoice(tx, { caller, invoiceId: receipt.invoiceId });
  if (!receipt.wasRefused) return giveNumber(tx, receipt, { content: receipt.content as ReceiptContent, keyId: caller.keyId, tax });
  // What was refused was corrected where it comes from: with the holder or the supplier.
  const supplier = await findSupplier(tx, { caller, supplierId: receipt.supplierId });
  if (supplier.address.state !== receipt.uf)
    throw conflict('The supplier is in another state now: discard this draft and make another.', { code: 'supplier-moved' });
  const content = drawUp({ documentModel: receipt.documentModel, environment: tax.environment, supplier, invoice });
  return giveNumber(tx, receipt, { content, keyId: caller.keyId, tax });
}

/** Raises what the authority's refusal or silence is to a client. */
export function raiseUnlessDone(outcome: AuthorityOutcome): void {
  if (outcome.kind === 'unanswered') throw unanswered();
  if (outcome.kind === 'done') return;
  const { code, detail } = outcome;
  throw impossibleRequest(`The tax authority refused: ${detail}`, { code: 'refused-by-authority', authorityCode: code });
}

const secondsUntilAskedAgain = 2;
const unanswered = (): Problem => unavailable('The tax authority does not answer; it is asked until it does.', secondsUntilAskedAgain);
