import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** Somebody with an account at the provider. */
export interface Account {
  readonly sub: string;
  email?: string;
  email_verified?: boolean;
  groups?: readonly string[];
}

export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * Goes to the address as a browser in which this account signs in, and returns the query with which the provider
   * sends the browser back.
   */
  visit(url: string, account: Account): Promise<string>;
  /** Set to change what the token endpoint returns. */
  tamper: ((response: { id_token?: string }) => void) | undefined;
  close(): Promise<void>;
}

export const redirectUri = 'https://console.example/console/sign-in/openid';
const companies = ['acme', 'globex'];
/** Another program of the company, which has the same redirect address for this test. */
export const otherClientId = 'payroll';
const client = {
  redirect_uris: [redirectUri, ...companies.map((company) => `${redirectUri}/${company}`)],
  grant_types: ['authorization_code' as const],
  response_types: ['code' as const],
};
const clientSecret = 'a secret of thirty-two characters';

/**
 * Starts a certified implementation of an OpenID provider on a loopback port, with an account for everybody and no
 * questions.
 */
export async function startTestProvider(): Promise<TestProvider> {
  const accounts = new Map<string, Account>();
  let current = '';
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = (_request, response) =>
    response.destroy();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' });
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        client_id: 'linework',
        client_secret: clientSecret,
        post_logout_redirect_uris: ['https://console.example/console/'],
      },
      { ...client, client_id: otherClientId, client_secret: clientSecret },
    ],
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' } as never] },
    cookies: { keys: ['a key of the cookies'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...accounts.get(sub), sub }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email groups');
      await grant.save();
      return grant;
    },
  });
  const made: TestProvider = {
    issuer,
    clientId: 'linework',
    clientSecret,
    tamper: undefined,
    async visit(url, account) {
      accounts.set(account.sub, account);
      current = account.sub;
      return follow(url);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  provider.use(async (context, next) => {
    await next();
    // Many providers do not name themselves in the answer, so the client cannot see whose it is.
    if (context.path === '/.well-known/openid-configuration')
      Object.assign(context['body'] as object, { authorization_response_iss_parameter_supported: false });
    if (context.path === '/token') made.tamper?.(context['body'] as { id_token?: string });
  });
  const callback = provider.callback();
  handle = (request, response) =>
    request.url?.startsWith('/interaction/')
      ? provider.interactionFinished(request, response, { login: { accountId: current } })
      : callback(request, response);
  return made;
}

/** Follows the redirects of the provider with its cookies until it leads away. */
async function follow(start: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let url = start; ; ) {
    const headers = { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const response = await fetch(url, { redirect: 'manual', headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    const next = new URL(location, url);
    if (location.startsWith(redirectUri)) return next.search.slice(1);
    url = next.href;
  }
}
