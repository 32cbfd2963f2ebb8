import { ProblemError } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { linework } from './linework.ts';
import { sessionKey } from './session-key.ts';

export interface Session {
  readonly operator: {
    readonly id: string;
    readonly name: string;
    readonly role: 'viewer' | 'operator' | 'administrator';
    readonly mustChangePassword: boolean;
  };
  readonly expiresAt: string;
  /** The address of the traces of an order in another system, with placeholders. */
  readonly traceUrl?: string;
}

async function readSession(): Promise<Session | null> {
  try {
    return await linework.request<Session>('GET', '/session');
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) return null;
    throw error;
  }
}

/** The session of this browser; `null` if nobody is signed in. */
export const useSession = () =>
  useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: 60_000, refetchInterval: 300_000 });

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: { readonly name: string; readonly password: string }) => {
      await linework.request('POST', '/sign-in', { body, isIdempotent: false, maxRetries: 0 });
      return await linework.request<Session>('GET', '/session');
    },
    onSuccess: async (session) => {
      client.setQueryData(sessionKey, session);
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
    },
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      await linework.request<{ readonly providerUrl: string } | undefined>('POST', '/sign-out', {
        body: {},
        isIdempotent: false,
      }),
    onSuccess: (answer) => {
      // The session first: it takes the page away, and with it the queries whose answers are then forgotten.
      client.setQueryData(sessionKey, null);
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
      // Or the next person at this screen would be signed in again with one click.
      if (answer?.providerUrl) location.assign(answer.providerUrl);
    },
  });
}

/** A viewer looks only. The server has the same rule; the page says it before the click. */
export const mayAct = (session: Session | null | undefined): boolean =>
  session !== null && session !== undefined && session.operator.role !== 'viewer';

/** Pools, brokers and keys are for administrators. The server has the same rule. */
export const mayAdminister = (session: Session | null | undefined): boolean =>
  session?.operator.role === 'administrator';
