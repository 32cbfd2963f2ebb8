import { implement } from '@linework/http/implement';
import { createIdempotencyToken } from '@linework/idempotency/fingerprint';
import { cancelTaxReceiptRoute } from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { cancelReceipt } from '@linework/tax-receipts/cancel-receipt';
import type { Deps } from '../deps.ts';

export const cancelTaxReceipt = implement(
  cancelTaxReceiptRoute,
  async (request, { db, tax, partners: { taxAuthority } }: Deps) => ({
    status: 200,
    body: await cancelReceipt(
      { db, tax, taxAuthority },
      {
        caller: request.caller,
        receiptId: request.params.id,
        idempotencyToken: createIdempotencyToken(request),
        reason: request.body.reason,
      },
    ),
  }),
);
