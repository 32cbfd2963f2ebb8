import { ProblemError } from '@linework/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionKey } from './session-key.ts';

/**
 * A session that has ended is noticed by whichever request meets it first. The page then asks to sign in, and keeps its
 * address.
 */
function noticeEndedSession(error: unknown): void {
  if (error instanceof ProblemError && error.status === 401) queryClient.setQueryData(sessionKey, null);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndedSession }),
  mutationCache: new MutationCache({ onError: noticeEndedSession }),
  // The client itself repeats what may pass.
  defaultOptions: { queries: { retry: false, staleTime: 2_000, refetchOnWindowFocus: true } },
});
