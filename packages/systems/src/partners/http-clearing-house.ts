import type { Bilhete, BilheteAnswer, ClearingHouse } from '@linework/domain/partners/clearing-house';
import { reasonCodes } from '@linework/schemas/portability/reason-codes';
import { z } from 'zod';
import { type PartnerAddress, partnerAsker } from './ask-partner.ts';
import { partnerWords } from './partner-words.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const bilheteShape = z.object({
  ticket: z.string().min(1),
  status: z.enum(['PENDING', 'ACCEPTED', 'CONFLICT', 'PORTED', 'CANCELLED', 'REJECTED']),
  reasonCode: z.enum(reasonCodes).exactOptional(),
  detail: z.string().exactOptional(),
  windowFrom: instant,
  windowUntil: instant,
});
const confirmed = z.object({ ticket: z.string() });
const portOutAnswer = z.object({ status: z.enum(['AGREED', 'CANCELLING', 'CANCELLED', 'CONFIRMED', 'REFUSED']) });

/** The clearing house behind HTTP. Each call waits at most `timeoutMs` for its answer. */
export function httpClearingHouse(address: PartnerAddress): ClearingHouse {
  const name = 'the clearing house';
  const words = partnerWords(name, address.log);
  const { change, look } = partnerAsker({ ...address, code: 'clearing-house', name, refusal: words.refusal });
  /** The donor's words stay here; its reason code says what is wrong. */
  const bilheteAnswer: z.ZodType<BilheteAnswer> = bilheteShape.transform(({ detail, ...answer }) => {
    if (detail !== undefined) words.keep({ code: answer.reasonCode ?? answer.status, detail });
    return answer;
  });
  const pathOf = (portInId: string) => `/bilhetes/${encodeURIComponent(portInId)}`;
  return {
    request: (call, bilhete) =>
      change(call, { method: 'POST', path: '/bilhetes', body: { portInId: bilhete.portInId, ...told(bilhete) }, answer: bilheteAnswer }),
    correct: (call, bilhete) => change(call, { method: 'POST', path: `${pathOf(bilhete.portInId)}/correct`, body: told(bilhete), answer: bilheteAnswer }),
    cancel: (call, portInId) => change(call, { method: 'POST', path: `${pathOf(portInId)}/cancel`, answer: bilheteAnswer }),
    confirm: (call, portInId) => change(call, { method: 'POST', path: `${pathOf(portInId)}/confirm`, answer: bilheteAnswer }),
    findBilhete: (portInId, signal) => look(pathOf(portInId), bilheteAnswer, signal),
    confirmPortOut: async (call, { ticket, msisdn }) => {
      await change(call, { method: 'POST', path: `${portOutAt(ticket)}/confirm`, body: { msisdn }, answer: confirmed });
    },
    cancelPortOut: (call, { ticket, msisdn }) => change(call, { method: 'POST', path: `${portOutAt(ticket)}/cancel`, body: { msisdn }, answer: portOutAnswer }),
    findPortOut: (ticket, signal) => look(portOutAt(ticket), portOutAnswer, signal),
  };
}

const portOutAt = (ticket: string) => `/port-outs/${encodeURIComponent(ticket)}`;

/** What a bilhete says, beside whose it is. */
function told({ msisdn, donor, federalTaxId, windowFrom, windowUntil }: Bilhete) {
  return { msisdn, donor, federalTaxId, windowFrom: windowFrom.toISOString(), windowUntil: windowUntil.toISOString() };
}
