import type { Log } from '@linework/log/log';
import type { OpenidChecks, OpenidIdentity, OpenidProvider } from '@linework/operators/openid/openid-provider';
import { openidSignInFailed, unavailable } from '@linework/problem-details/make-problem';
import * as client from 'openid-client';
import type { OpenidConfig } from './openid-config.ts';

export interface OpenidSettings extends OpenidConfig {
  readonly CONSOLE_URL?: string | undefined;
}

interface ProviderSettings extends OpenidConfig {
  readonly OPENID_ISSUER: string;
  readonly OPENID_CLIENT_ID: string;
  readonly OPENID_CLIENT_SECRET: string;
  readonly CONSOLE_URL: string;
}

const timeoutSeconds = 5;
/** How far the clocks may be apart. */
const clockToleranceSeconds = 30;

/**
 * The OpenID provider of the settings; undefined without one. It is first asked at the first sign-in, so that the
 * program starts without it.
 */
export function createOpenidProvider(settings: OpenidSettings, log: Log): OpenidProvider | undefined {
  if (!isComplete(settings)) return undefined;
  const discover = discoverOnce(settings);
  const ask = async <Result>(work: (provider: client.Configuration) => Promise<Result>): Promise<Result> => {
    const provider = await discover().catch((error: unknown) => Promise.reject(providerUnavailable(error, log)));
    return work(provider).catch((error: unknown) => Promise.reject(explain(error, log)));
  };
  const origin = new URL(settings.CONSOLE_URL).origin;
  const redirectUri = `${origin}/console/sign-in/openid`;
  return {
    name: settings.OPENID_NAME ?? new URL(settings.OPENID_ISSUER).host,
    begin: () => ask((provider) => begin(provider, { redirectUri, scope: settings.OPENID_SCOPES })),
    finish: (search, checks) =>
      ask((provider) => finish(provider, { callback: new URL(`${redirectUri}?${search}`), checks, settings })),
    findSignOutUrl: () =>
      ask(async (provider) => {
        if (provider.serverMetadata().end_session_endpoint === undefined) return undefined;
        return client.buildEndSessionUrl(provider, { post_logout_redirect_uri: `${origin}/console/` }).href;
      }),
  };
}

const isComplete = (settings: OpenidSettings): settings is ProviderSettings =>
  [settings.OPENID_ISSUER, settings.OPENID_CLIENT_ID, settings.OPENID_CLIENT_SECRET, settings.CONSOLE_URL].every(
    (value) => value !== undefined,
  );

/** A failure is not kept: the next sign-in asks again. */
function discoverOnce({
  OPENID_ISSUER,
  OPENID_CLIENT_ID,
  OPENID_CLIENT_SECRET,
}: ProviderSettings): () => Promise<client.Configuration> {
  let known: Promise<client.Configuration> | undefined;
  const metadata = { client_secret: OPENID_CLIENT_SECRET, [client.clockTolerance]: clockToleranceSeconds };
  const isPlain = OPENID_ISSUER.startsWith('http://');
  // The signature is checked too, although the token comes through TLS: whoever reads the configuration need not think
  // about it.
  const execute = [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])];
  return () => {
    known ??= client
      .discovery(new URL(OPENID_ISSUER), OPENID_CLIENT_ID, metadata, undefined, { execute, timeout: timeoutSeconds })
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

function findRole(documents: readonly Claims[], settings: OpenidConfig): OpenidIdentity['role'] {
  const { OPENID_GROUPS_CLAIM: claim, OPENID_OPERATOR_GROUP: operators, OPENID_VIEWER_GROUP: viewers } = settings;
  if (operators === undefined && viewers === undefined) return undefined;
  const groups: readonly unknown[] = documents.flatMap((document) => document[claim] ?? []);
  if (operators !== undefined && groups.includes(operators)) return 'operator';
  return viewers !== undefined && groups.includes(viewers) ? 'viewer' : null;
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
