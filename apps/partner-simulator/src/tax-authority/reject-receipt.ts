import { RejectedCall } from '@linework/simulator/rejected-call';

/** Rejects with the authority's code and reason. */
export function rejectReceipt(code: string, reason: string): never {
  throw new RejectedCall(422, code, `Rejeição: ${reason}`);
}
