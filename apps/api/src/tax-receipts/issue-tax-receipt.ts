import { implement } from '@linework/http/implement';
import { createIdempotencyToken } from '@linework/idempotency/fingerprint';
import { issueTaxReceiptRoute } from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { issueReceipt } from '@linework/tax-receipts/issue-receipt';
import type { Deps } from '../deps.ts';

export const issueTaxReceipt = implement(
  issueTaxReceiptRoute,
  async (request, { db, tax, partners: { taxAuthority } }: Deps) => ({
    status: 200,
    body: await issueReceipt(
      { db, tax, taxAuthority },
      { caller: request.caller, receiptId: request.params.id, idempotencyToken: createIdempotencyToken(request) },
    ),
  }),
);
