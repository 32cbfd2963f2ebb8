import type { Db } from '@linework/db/db';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import { findPurpose } from '@linework/tax-receipts/authority-purposes';
import { lockReceiptForOperator, type ReceiptSnapshot, receiptCall } from '@linework/tax-receipts/receipt-snapshot';
import { type DecisionHandler, decidedByOperator } from './decision-handler.ts';

const program = 'an operator';

/**
 * A receipt that is being issued becomes ACTIVE or stays a DRAFT; one that is being cancelled becomes CANCELED or stays
 * ACTIVE.
 */
export const taxReceiptDecisionHandler: DecisionHandler = {
  call: receiptCall,
  listAllowedStatuses: async (tx, id) => {
    const receipt = await lockReceiptForOperator(tx, id);
    if (receipt === undefined || receipt.dueAt === null) return [];
    return receipt.status === 'DRAFT' ? ['ACTIVE', 'DRAFT'] : ['CANCELED', 'ACTIVE'];
  },
  decide: async (tx, { recordId, decision: { status, protocol } }) => {
    const receipt = await lockReceiptForOperator(tx, recordId);
    if (!receipt) return false;
    if (receipt.status === status) return recordRefusal(tx, receipt);
    if (protocol === undefined)
      throw unprocessableRequest('The protocol of the tax authority is missing.', { code: 'protocol-needed' });
    return recordApproval(tx, receipt, protocol);
  },
};

/** The receipt stays as it is. A draft keeps its number and can be issued again. */
async function recordRefusal(tx: Db, receipt: ReceiptSnapshot): Promise<boolean> {
  const { id, accessKey, attempt, requestedBy } = receipt;
  const refusal = {
    code: decidedByOperator,
    detail: 'An operator found that the tax authority has not registered it.',
  };
  await tx.query(findPurpose(receipt).refuseStatement, { id, accessKey, attempt, refusal, keyId: requestedBy });
  return true;
}

async function recordApproval(tx: Db, receipt: ReceiptSnapshot, protocol: string): Promise<boolean> {
  const { id, accessKey, requestedBy, now } = receipt;
  const moved = await tx.query(findPurpose(receipt).settleStatement, {
    id,
    accessKey,
    protocol,
    response: { protocol, at: now, program },
    at: now,
    keyId: requestedBy,
  });
  return moved.length > 0;
}
