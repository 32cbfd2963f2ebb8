import type { TaxAuthority } from '@linework/domain/partners/tax-authority';
import { z } from 'zod';
import { type PartnerAddress, partnerAsker } from './ask-partner.ts';
import { authoritySentences } from './authority-sentences.ts';
import { partnerWords } from './partner-words.ts';

const authorityAnswer = z.object({
  protocol: z.string().regex(/^\d{16}$/),
  at: z.iso.datetime().transform((text) => new Date(text)),
  program: z.string().min(1).max(20),
});
const knownReceipt = z.object({ authorisation: authorityAnswer, cancellation: authorityAnswer.exactOptional() });

/** The tax authority behind HTTP. Each call waits at most `timeoutMs` for its answer. */
export function httpTaxAuthority(address: PartnerAddress): TaxAuthority {
  const name = 'the tax authority';
  const { refusal } = partnerWords(name, address.log, authoritySentences);
  const { change, look } = partnerAsker({ ...address, code: 'tax-authority', name, refusal });
  return {
    authorise: (call, receipt) => change(call, { method: 'POST', path: '/receipts', body: receipt, answer: authorityAnswer }),
    registerCancellation: (call, { accessKey, signedXml }) =>
      change(call, { method: 'POST', path: `/receipts/${encodeURIComponent(accessKey)}/cancellation`, body: { signedXml }, answer: authorityAnswer }),
    findReceipt: (accessKey, signal) => look(`/receipts/${encodeURIComponent(accessKey)}`, knownReceipt, signal),
  };
}
