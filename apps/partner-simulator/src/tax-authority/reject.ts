import { RefusedCall } from '@linework/simulator/refused-call';

/** Rejects with the authority's code and reason. */
export function reject(code: string, reason: string): never {
  throw new RefusedCall(422, code, `Rejeição: ${reason}`);
}
