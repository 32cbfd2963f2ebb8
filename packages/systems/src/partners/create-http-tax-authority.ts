import type { TaxAuthority } from '@linework/partners/tax-authority';
import { z } from 'zod';
import { createPartnerClient, type PartnerAddress } from './create-partner-client.ts';
import { createPartnerMessages, type MessagesByCode } from './create-partner-messages.ts';

/**
 * The meaning of the tax authority's codes. Source: the manual of NFCom (MOC), rules of validation; 31x to 36x from
 * technical note 2025.001.
 */
const authorityMessages: MessagesByCode = {
  204: 'The receipt is already authorised.',
  215: 'The document does not match the schema.',
  217: 'The tax authority does not know the receipt.',
  218: 'The receipt is already cancelled.',
  222: 'The protocol of the cancellation is not that of the receipt.',
  236: 'The check digit of the access key is wrong.',
  290: 'The certificate of the signature is not valid.',
  297: 'The signature does not match the document.',
  298: 'The signature does not match the standard of the project.',
  502: 'The access key does not match the fields that it is built from.',
  539: 'A receipt with this number exists under another access key.',
};

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
