import { useMutation, useQuery } from '@tanstack/react-query';
import { forgetDrafts } from './drafts.ts';
import { linework } from './linework.ts';

interface SignInWays {
  readonly password: boolean;
  readonly openid: { readonly name: string } | null;
}

interface Finished {
  readonly returnTo: string;
  readonly operator: { readonly id: string };
}

const companyItem = 'linework-company';
const finishPath = '/console/sign-in/openid';

/**
 * The company whose people sign in here: that of the address (`?company=`), or the one that this browser keeps, so that
 * a session that ends leads back to the same button. `?company=` without a word is nobody's.
 */
function findCompany(): string | undefined {
  const word =
    new URLSearchParams(location.search).get('company') ?? withStorage((storage) => storage.getItem(companyItem));
  return word && /^[a-z0-9-]{1,40}$/.test(word) ? word : undefined;
}

/** Kept only when the server knows it: a mistyped address does not hide the button of the operator for good. */
const keepCompany = (company: string | undefined) =>
  withStorage((storage) =>
    company === undefined ? storage.removeItem(companyItem) : storage.setItem(companyItem, company),
  );

/** A browser may refuse to keep anything. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

/** The ways to sign in that this installation has, for the company of this browser. */
export const useSignInWays = () => {
  const company = findCompany();
  return useQuery({
    queryKey: ['sign-in-ways', company],
    queryFn: async () => {
      const query = company === undefined ? {} : { query: { company } };
      const ways = await linework.request<SignInWays>('GET', '/sign-in-ways', query);
      keepCompany(ways.openid === null ? undefined : company);
      return { ...ways, company };
    },
    staleTime: 300_000,
  });
};

const once = { isIdempotent: false, maxRetries: 0 };

/** Leaves for the provider, which sends the browser back to the page of `isFinishingSignIn`. */
export const useBeginOpenid = () =>
  useMutation({
    mutationFn: async () => {
      const [returnTo, company] = [`${location.pathname}${location.search}`, findCompany()];
      const { url } = await linework.request<{ readonly url: string }>('POST', '/openid/begin', {
        body: { returnTo, ...(company !== undefined && { company }) },
        ...once,
      });
      location.assign(url);
    },
  });

/** Whether the provider has sent the browser to this page. */
export const isFinishingSignIn = (): boolean =>
  location.pathname === finishPath || location.pathname.startsWith(`${finishPath}/`);

/** Finishes the sign-in with what the provider sent along, and opens the page from before with the new session. */
export const useFinishOpenid = () =>
  useQuery({
    queryKey: ['finish-sign-in'],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    queryFn: async () => {
      const search = location.search.slice(1);
      const company = location.pathname.slice(finishPath.length + 1);
      const { returnTo, operator } = await linework.request<Finished>('POST', '/openid/finish', {
        body: { search, ...(company !== '' && { company }) },
        ...once,
      });
      forgetDrafts(operator.id);
      location.replace(returnTo);
      return returnTo;
    },
  });
