// Own code: rate-limiter-flexible counts requests per time, not requests in progress (decision 67).
import type { Caller } from '@linework/auth/caller';
import { tooManyInFlight } from '@linework/problem-details/make-problem';
import type { Response } from 'express';
import { getLimitOwner } from './get-limit-owner.ts';

/** Creates the check of the number of requests that all keys of a broker have in flight in this process. */
export function inFlightLimiter(limit: number) {
  const inFlight = new Map<string, number>();

  return (caller: Caller, response: Response): void => {
    const owner = getLimitOwner(caller);
    const count = inFlight.get(owner) ?? 0;
    if (count >= limit) throw tooManyInFlight('in-flight', limit);
    // A client that disconnected while its key was looked up emits no further event, so its slot would never be
    // released.
    if (response.closed) return;
    inFlight.set(owner, count + 1);
    response.once('close', () => release(owner));
  };

  function release(owner: string): void {
    const left = (inFlight.get(owner) ?? 1) - 1;
    if (left === 0) inFlight.delete(owner);
    else inFlight.set(owner, left);
  }
}
