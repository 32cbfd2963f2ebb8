import type { Log } from '@linework/log/log';
import type { OpenidChecks, OpenidIdentity, OpenidProvider } from '@linework/operators/openid/openid-provider';
import type { RoleChoice } from '@linework/operators/roles/choose-role';
import { openidSignInFailed, unavailable } from '@linework/problem-details/make-problem';
import * as client from 'openid-client';
import type { OpenidConfig, ProviderOfBroker } from './openid-config.ts';

export interface OpenidSettings extends OpenidConfig {
  readonly CONSOLE_URL?: string | undefined;
}

/** A provider as it is written for a broker, or for the operator. */
interface ProviderSettings extends Omit<ProviderOfBroker, 'company' | 'brokerId' | 'roles'> {
  readonly company?: string;
  readonly brokerId: string | null;
  readonly roles: readonly (RoleChoice & { readonly group: string })[];
  readonly consoleUrl: string;
}

const timeoutSeconds = 5;
/** How far the clocks may be apart. */
const clockToleranceSeconds = 30;

/** The OpenID providers of the settings: the operator's, and those of brokers. */
export function createOpenidProviders(settings: OpenidSettings, log: Log): readonly OpenidProvider[] {
  const { CONSOLE_URL: consoleUrl, OPENID_OF_BROKERS: ofBrokers = [] } = settings;
  if (consoleUrl === undefined) return [];
  const own = readOwn(settings);
  return [...(own ? [own] : []), ...ofBrokers].map((one) => createOpenidProvider({ ...one, consoleUrl }, log));
}

/** The operator's provider; undefined without one. */
function readOwn(settings: OpenidSettings): Omit<ProviderSettings, 'consoleUrl'> | undefined {
  const { OPENID_ISSUER, OPENID_CLIENT_ID, OPENID_CLIENT_SECRET } = settings;
  const { OPENID_OPERATOR_GROUP, OPENID_VIEWER_GROUP } = settings;
  if (OPENID_ISSUER === undefined || OPENID_CLIENT_ID === undefined || OPENID_CLIENT_SECRET === undefined)
    return undefined;
  return {
    brokerId: null,
    issuer: OPENID_ISSUER,
    clientId: OPENID_CLIENT_ID,
    clientSecret: OPENID_CLIENT_SECRET,
    name: settings.OPENID_NAME,
    scopes: settings.OPENID_SCOPES,
    groupsClaim: settings.OPENID_GROUPS_CLAIM,
    roles: [
      ...(OPENID_OPERATOR_GROUP === undefined ? [] : [{ group: OPENID_OPERATOR_GROUP, role: 'operator' as const }]),
      ...(OPENID_VIEWER_GROUP === undefined ? [] : [{ group: OPENID_VIEWER_GROUP, role: 'viewer' as const }]),
    ],
  };
}

/** A provider is first asked at the first sign-in, so that the program starts without it. */
function createOpenidProvider(settings: ProviderSettings, log: Log): OpenidProvider {
  const { company, brokerId, issuer, name = new URL(issuer).host, consoleUrl } = settings;
  const discover = discoverOnce(settings);
  const ask = async <Result>(work: (provider: client.Configuration) => Promise<Result>): Promise<Result> => {
    const provider = await discover().catch((error: unknown) => Promise.reject(providerUnavailable(error, log)));
    return work(provider).catch((error: unknown) => Promise.reject(explain(error, log)));
  };
  const { origin } = new URL(consoleUrl);
  // Each provider has an address of its own: what one sent back is never taken to another.
  const redirectUri = `${origin}/console/sign-in/openid${company === undefined ? '' : `/${company}`}`;
  return {
    company,
    brokerId,
    name,
    begin: () => ask((provider) => begin(provider, { redirectUri, scope: settings.scopes })),
    finish: (search, checks) =>
      ask((provider) => finish(provider, { callback: new URL(`${redirectUri}?${search}`), checks, settings })),
    findSignOutUrl: () =>
      ask(async (provider) => {
        if (provider.serverMetadata().end_session_endpoint === undefined) return undefined;
        return client.buildEndSessionUrl(provider, { post_logout_redirect_uri: `${origin}/console/` }).href;
      }),
  };
}

/** A failure is not kept: the next sign-in asks again. */
function discoverOnce({ issuer, clientId, clientSecret }: ProviderSettings): () => Promise<client.Configuration> {
  let known: Promise<client.Configuration> | undefined;
  const metadata = { client_secret: clientSecret, [client.clockTolerance]: clockToleranceSeconds };
  const isPlain = issuer.startsWith('http://');
  // The signature is checked too, although the token comes through TLS: whoever reads the configuration need not think
  // about it.
  const execute = [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])];
  return () => {
    known ??= client
      .discovery(new URL(issuer), clientId, metadata, undefined, { execute, timeout: timeoutSeconds })
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    return known;
  };
}

interface Begin {
  readonly redirectUri: string;
  readonly scope: string;
}

async function begin(
  provider: client.Configuration,
  { redirectUri, scope }: Begin,
): Promise<OpenidChecks & { readonly url: string }> {
  const checks = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope,
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
    code_challenge_method: 'S256',
  });
  return { ...checks, url: url.href };
}

interface Finish {
  /** The address to which the provider sent the browser. */
  readonly callback: URL;
  readonly checks: OpenidChecks;
  readonly settings: ProviderSettings;
}

async function finish(provider: client.Configuration, { callback, checks, settings }: Finish): Promise<OpenidIdentity> {
  const tokens = await client.authorizationCodeGrant(provider, callback, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.codeVerifier,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw openidSignInFailed();
  const { issuer, userinfo_endpoint: address } = provider.serverMetadata();
  // Many providers tell addresses and groups only there.
  const documents = [
    claims,
    ...(address === undefined ? [] : [await client.fetchUserInfo(provider, tokens.access_token, claims.sub)]),
  ];
  return {
    issuer,
    subject: claims.sub,
    verifiedEmail: findVerifiedEmail(documents),
    role: findRole(documents, settings),
  };
}

type Claims = Readonly<Record<string, unknown>>;

/** The address and its verification are of one document. */
function findVerifiedEmail(documents: readonly Claims[]): string | undefined {
  const found = documents.find(({ email, email_verified }) => typeof email === 'string' && email_verified === true);
  return found?.['email'] as string | undefined;
}

function findRole(documents: readonly Claims[], { groupsClaim, roles }: ProviderSettings): OpenidIdentity['role'] {
  if (roles.length === 0) return undefined;
  const groups: readonly unknown[] = documents.flatMap((document) => document[groupsClaim] ?? []);
  const found = roles.find(({ group }) => groups.includes(group));
  return found ? { role: found.role, roleId: found.roleId } : null;
}

/**
 * What the provider refuses, and tokens that do not hold. Any other error means that the provider is unavailable, or
 * that one of the two is set up wrongly.
 */
function explain(error: unknown, log: Log): Error {
  const { code, reason } = describe(error);
  if (!refusals.has(code) && reason !== 'invalid_grant') return providerUnavailable(error, log);
  log.warn(describe(error), 'a sign-in through the OpenID provider failed');
  return openidSignInFailed(error);
}

function providerUnavailable(error: unknown, log: Log): Error {
  log.error(describe(error), 'the OpenID provider cannot be used; a sign-in by password does not need it');
  return unavailable('The provider does not respond.', 5, { code: 'openid-unavailable', cause: error });
}

/** Not the error itself: its causes have the claims of the person. */
function describe(error: unknown) {
  const {
    code,
    error: reason,
    message,
  } = error as { readonly code?: string; readonly error?: string; readonly message?: string };
  return { code, reason, message };
}

const refusals: ReadonlySet<unknown> = new Set([
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);
