import { type KeyScope, type Operator, ProblemError } from '@linework/sdk';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { forgetDrafts } from './drafts.ts';
import { linework } from './linework.ts';
import { sessionKey } from './session-key.ts';

export interface Session {
  readonly operator: {
    readonly id: string;
    readonly name: string;
    readonly role: Operator['role'];
    /** The name of a role that an administrator has made. */
    readonly roleName?: string;
    /** The broker whose records the person sees; absent for a person of the operator. */
    readonly brokerId?: string;
    readonly scopes: readonly KeyScope[];
    readonly mustChangePassword: boolean;
  };
  readonly expiresAt: string;
  /** The address of the traces of an order in another system, with placeholders. */
  readonly traceUrl?: string;
}

/** Nothing that another person has read or typed in this tab is left. */
function forgetOthers(client: QueryClient, personId: string): void {
  forgetDrafts(personId);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
}

/** The session. Another tab of the browser may have signed in another person. */
async function readSession({ client }: { readonly client: QueryClient }): Promise<Session | null> {
  try {
    const session = await linework.request<Session>('GET', '/session');
    const known = client.getQueryData<Session | null>(sessionKey);
    if (known !== undefined && known?.operator.id !== session.operator.id) forgetOthers(client, session.operator.id);
    return session;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) return null;
    throw error;
  }
}

const sessionQuery = { queryKey: sessionKey, queryFn: readSession, staleTime: 60_000 } as const;

/** Begins to read the session before anything is drawn: every page needs it first. */
export const prefetchSession = (client: QueryClient): Promise<void> => client.prefetchQuery(sessionQuery);

/** The session of this browser; `null` if nobody is signed in. */
export const useSession = () => useQuery({ ...sessionQuery, refetchInterval: 300_000 });

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: { readonly name: string; readonly password: string }) => {
      await linework.request('POST', '/sign-in', { body, isIdempotent: false, maxRetries: 0 });
      return await linework.request<Session>('GET', '/session');
    },
    onSuccess: (session) => {
      forgetOthers(client, session.operator.id);
      client.setQueryData(sessionKey, session);
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
      forgetDrafts();
      // The session first: it takes the page away, and with it the queries whose answers are then forgotten.
      client.setQueryData(sessionKey, null);
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
      // Or the next person at this screen would be signed in again with one click.
      if (answer?.providerUrl) location.assign(answer.providerUrl);
    },
  });
}

/** A viewer reads nothing in clear; everybody else what they may read. The server has the same rule. */
export const mayUnmask = (session: Session | null | undefined): boolean =>
  session !== null && session !== undefined && session.operator.role !== 'viewer';

const ranks: Readonly<Record<string, number>> = { viewer: 0, operator: 1, administrator: 2 };

/**
 * Whether the person may change what needs a scope. Those of a ranked role need that rank besides; any other role only
 * reads with the scope `operator`. The server has the same rules.
 */
export function mayDo(
  session: Session | null | undefined,
  scope: KeyScope,
  rank: 'operator' | 'administrator' = 'operator',
): boolean {
  const own = ranks[session?.operator.role ?? 'viewer'];
  if (!hasScope(session, scope)) return false;
  return own === undefined ? scope !== 'operator' : own >= (ranks[rank] ?? 0);
}

/** Pools, brokers and keys are for administrators of the operator. The server has the same rule. */
export const mayAdminister = (session: Session | null | undefined): boolean =>
  session?.operator.role === 'administrator' && session.operator.brokerId === undefined;

/** Who manages the people and the roles of the operator and of all brokers, or those of the own broker. */
export const mayManagePeople = (session: Session | null | undefined): boolean =>
  mayDo(session, 'people:write', 'administrator');

/** Whether the person has a scope. What needs none, everybody may see. */
export const hasScope = (session: Session | null | undefined, scope: KeyScope | undefined): boolean =>
  scope === undefined || session?.operator.scopes.includes(scope) === true;

/** Whether the person may publish offers: an administrator of the operator, or its role for the catalogue. */
export const mayPublish = (session: Session | null | undefined): boolean =>
  session?.operator.brokerId === undefined && mayDo(session, 'catalog:write', 'administrator');
