import type { Bilhete, BilheteResponse, ClearingHouse } from '@linework/partners/clearing-house';
import { reasonCodes } from '@linework/schemas/portability/reason-codes';
import { z } from 'zod';
import { createPartnerClient, type PartnerAddress } from './create-partner-client.ts';
import { createPartnerMessages } from './create-partner-messages.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const bilheteShape = z.object({
  ticket: z.string().min(1),
  status: z.enum(['PENDING', 'ACCEPTED', 'CONFLICT', 'PORTED', 'CANCELLED', 'REJECTED']),
  reasonCode: z.enum(reasonCodes).exactOptional(),
  detail: z.string().exactOptional(),
  windowFrom: instant,
  windowUntil: instant,
});
const confirmedResponse = z.object({ ticket: z.string() });
const portOutResponse = z.object({ status: z.enum(['AGREED', 'CANCELLING', 'CANCELLED', 'CONFIRMED', 'REFUSED']) });

/** The clearing house over HTTP. Each call waits at most `timeoutMs` for its response. */
export function createHttpClearingHouse(address: PartnerAddress): ClearingHouse {
  const name = 'the clearing house';
  const messages = createPartnerMessages(name, address.log);
  const { change, find } = createPartnerClient({
    ...address,
    code: 'clearing-house',
    name,
    toPermanentError: messages.error,
  });
  /** The donor's text goes only to the log; its reason code is the message. */
  const bilheteResponse: z.ZodType<BilheteResponse> = bilheteShape.transform(({ detail, ...response }) => {
    if (detail !== undefined) messages.logOriginal({ code: response.reasonCode ?? response.status, detail });
    return response;
  });
  const buildBilhetePath = (portInId: string) => `/bilhetes/${encodeURIComponent(portInId)}`;
  return {
    request: (call, bilhete) =>
      change(call, {
        method: 'POST',
        path: '/bilhetes',
        body: { portInId: bilhete.portInId, ...toRequestBody(bilhete) },
        responseShape: bilheteResponse,
      }),
    correct: (call, bilhete) =>
      change(call, {
        method: 'POST',
        path: `${buildBilhetePath(bilhete.portInId)}/correct`,
        body: toRequestBody(bilhete),
        responseShape: bilheteResponse,
      }),
    cancel: (call, portInId) =>
      change(call, { method: 'POST', path: `${buildBilhetePath(portInId)}/cancel`, responseShape: bilheteResponse }),
    confirm: (call, portInId) =>
      change(call, { method: 'POST', path: `${buildBilhetePath(portInId)}/confirm`, responseShape: bilheteResponse }),
    findBilhete: (portInId, signal) => find(buildBilhetePath(portInId), bilheteResponse, signal),
    confirmPortOut: async (call, { ticket, msisdn }) => {
      await change(call, {
        method: 'POST',
        path: `${buildPortOutPath(ticket)}/confirm`,
        body: { msisdn },
        responseShape: confirmedResponse,
      });
    },
    cancelPortOut: (call, { ticket, msisdn }) =>
      change(call, {
        method: 'POST',
        path: `${buildPortOutPath(ticket)}/cancel`,
        body: { msisdn },
        responseShape: portOutResponse,
      }),
    findPortOut: (ticket, signal) => find(buildPortOutPath(ticket), portOutResponse, signal),
  };
}

const buildPortOutPath = (ticket: string) => `/port-outs/${encodeURIComponent(ticket)}`;

/** The data of a bilhete without its owner. */
function toRequestBody({ msisdn, donor, federalTaxId, windowFrom, windowUntil }: Bilhete) {
  return { msisdn, donor, federalTaxId, windowFrom: windowFrom.toISOString(), windowUntil: windowUntil.toISOString() };
}
