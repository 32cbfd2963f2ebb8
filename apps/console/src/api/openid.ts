import { useMutation, useQuery } from '@tanstack/react-query';
import { linework } from './linework.ts';

interface SignInWays {
  readonly password: boolean;
  readonly openid: { readonly name: string } | null;
}

/** The ways to sign in that this installation has. */
export const useSignInWays = () =>
  useQuery({
    queryKey: ['sign-in-ways'],
    queryFn: () => linework.request<SignInWays>('GET', '/sign-in-ways'),
    staleTime: 300_000,
  });

const once = { isIdempotent: false, maxRetries: 0 };

/** Leaves for the provider, which sends the browser back to the page of `isFinishingSignIn`. */
export const useBeginOpenid = () =>
  useMutation({
    mutationFn: async () => {
      const returnTo = `${location.pathname}${location.search}`;
      const { url } = await linework.request<{ readonly url: string }>('POST', '/openid/begin', {
        body: { returnTo },
        ...once,
      });
      location.assign(url);
    },
  });

/** Whether the provider has sent the browser to this page. */
export const isFinishingSignIn = (): boolean => location.pathname === '/console/sign-in/openid';

/** Finishes the sign-in with what the provider sent along, and opens the page from before with the new session. */
export const useFinishOpenid = () =>
  useQuery({
    queryKey: ['finish-sign-in'],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    queryFn: async () => {
      const search = location.search.slice(1);
      const { returnTo } = await linework.request<{ readonly returnTo: string }>('POST', '/openid/finish', {
        body: { search },
        ...once,
      });
      location.replace(returnTo);
      return returnTo;
    },
  });
