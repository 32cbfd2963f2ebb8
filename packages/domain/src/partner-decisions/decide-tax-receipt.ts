import type { Db } from '@linework/db/db';
import { impossibleRequest } from '@linework/problem-details/make-problem';
import { purposeOf } from '../tax-receipts/authority-purposes.ts';
import { holdReceipt, type ReceiptAtHand } from '../tax-receipts/receipt-at-hand.ts';
import { type Decider, decidedByOperator } from './decider.ts';

const program = 'an operator';

/** A receipt that is being issued becomes ACTIVE or stays a DRAFT; one that is being cancelled becomes CANCELED or stays ACTIVE. */
export const taxReceiptDecider: Decider = {
  table: 'tax_receipt',
  possible: async (tx, id) => {
    const receipt = await holdReceipt(tx, id);
    if (receipt === undefined || receipt.dueAt === null) return [];
    return receipt.status === 'DRAFT' ? ['ACTIVE', 'DRAFT'] : ['CANCELED', 'ACTIVE'];
  },
  decide: async (tx, { recordId, decision: { status, protocol } }) => {
    const receipt = await holdReceipt(tx, recordId);
    if (!receipt) return false;
    if (receipt.status === status) return refuse(tx, receipt);
    if (protocol === undefined) throw impossibleRequest('The protocol of the tax authority is missing.', { code: 'protocol-needed' });
    return settle(tx, receipt, protocol);
  },
};

/** The receipt stays as it is; a draft keeps its number, and can be issued again. */
async function refuse(tx: Db, receipt: ReceiptAtHand): Promise<boolean> {
  const { id, accessKey, attempt, askedBy } = receipt;
  const refusal = { code: decidedByOperator, detail: 'An operator found that the tax authority has not registered it.' };
  await tx.query(purposeOf(receipt).refuse, [id, accessKey, attempt, JSON.stringify(refusal), askedBy]);
  return true;
}

async function settle(tx: Db, receipt: ReceiptAtHand, protocol: string): Promise<boolean> {
  const { id, accessKey, askedBy, now } = receipt;
  const moved = await tx.query(purposeOf(receipt).settle, [id, accessKey, protocol, JSON.stringify({ protocol, at: now, program }), now, askedBy]);
  return moved.length > 0;
}
