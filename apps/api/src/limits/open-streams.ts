import type { Caller } from '@linework/auth/caller';
import { tooManyInFlight } from '@linework/problem-details/make-problem';
import { getLimitOwner } from './get-limit-owner.ts';

export interface StreamLimiter {
  /**
   * Counts a stream and returns the function that ends it. Throws too-many-in-flight if the broker has as many as
   * allowed in this process.
   */
  open(caller: Caller): () => void;
}

/**
 * Creates the limit of open streams or running exports, each of which keeps a connection and a place among the requests
 * in flight.
 */
export function createStreamLimiter(name: 'streams' | 'exports', limit: number): StreamLimiter {
  const open = new Map<string, number>();
  return {
    open(caller) {
      const owner = getLimitOwner(caller);
      const count = open.get(owner) ?? 0;
      if (count >= limit) throw tooManyInFlight(name, limit);
      open.set(owner, count + 1);
      let isOpen = true;
      return () => {
        if (isOpen) open.set(owner, (open.get(owner) ?? 1) - 1);
        if (open.get(owner) === 0) open.delete(owner);
        isOpen = false;
      };
    },
  };
}
