import type { TaxAuthority } from '@linework/partners/tax-authority';
import { z } from 'zod';
import { authorityMessages } from './authority-messages.ts';
import { createPartnerClient, type PartnerAddress } from './create-partner-client.ts';
import { createPartnerMessages } from './create-partner-messages.ts';

const authorityResponse = z.object({
  protocol: z.string().regex(/^\d{16}$/),
  at: z.iso.datetime().transform((text) => new Date(text)),
  program: z.string().min(1).max(20),
});
const receiptResponse = z.object({ authorisation: authorityResponse, cancellation: authorityResponse.exactOptional() });

/** The tax authority over HTTP. Each call waits at most `timeoutMs` for its response. */
export function createHttpTaxAuthority(address: PartnerAddress): TaxAuthority {
  const name = 'the tax authority';
  const { error: toPermanentError } = createPartnerMessages(name, address.log, authorityMessages);
  const { change, find } = createPartnerClient({ ...address, code: 'tax-authority', name, toPermanentError });
  return {
    authorise: (call, receipt) =>
      change(call, { method: 'POST', path: '/receipts', body: receipt, responseShape: authorityResponse }),
    registerCancellation: (call, { accessKey, signedXml }) =>
      change(call, {
        method: 'POST',
        path: `/receipts/${encodeURIComponent(accessKey)}/cancellation`,
        body: { signedXml },
        responseShape: authorityResponse,
      }),
    findReceipt: (accessKey, signal) => find(`/receipts/${encodeURIComponent(accessKey)}`, receiptResponse, signal),
  };
}
