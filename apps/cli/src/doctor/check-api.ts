import type { Operation } from '@linework/sdk/operation';
import { operationsByNoun } from '@linework/sdk/operations-by-noun';
import type { Api, ApiAnswer } from '../api/api.ts';
import { describeError } from '../api/describe-error.ts';
import { CliError } from '../errors/cli-error.ts';
import { type Check, failed, ok, skipped, warning } from './check.ts';

/** Checks that the API can be reached, its health, its interface and its clock, and then the key. */
export async function checkApi(api: Api, hasKey: boolean): Promise<readonly Check[]> {
  const sentAt = Date.now();
  const answer = await tryRequest(api, '/health/ready');
  if (answer instanceof CliError && answer.exit === 'unavailable' && !isHealth(answer)) {
    return [
      failed('api', answer.message, 'Check the address, the network, and that the API runs.'),
      skipped('key', 'the API cannot be asked'),
    ];
  }
  const receivedAt = Date.now();
  return [
    describeHealth(answer, receivedAt - sentAt),
    ...(answer instanceof CliError ? [] : [checkClock(answer.headers.get('Date'), { sentAt, receivedAt })]),
    ...(await checkInterface(api, hasKey)),
  ];
}

async function tryRequest(api: Api, path: string): Promise<ApiAnswer | CliError> {
  try {
    return await api.request('GET', path, { maxRetries: 0, timeoutMs: 10_000 });
  } catch (thrown) {
    const error = describeError(thrown);
    if (error instanceof CliError) return error;
    throw error;
  }
}

/** 503 with the states of the dependencies is an answer of Linework that is not a problem document. */
const isHealth = ({ cause }: CliError): boolean =>
  cause instanceof Error && 'text' in cause && String(cause.text).includes('"checks"');

function describeHealth(answer: ApiAnswer | CliError, ms: number): Check {
  if (answer instanceof CliError)
    return failed(
      'api',
      'it is not ready: a dependency is down, or it is stopping',
      'Look at /health/ready and at its log.',
    );
  const { status, checks = {} } = answer.data as {
    readonly status: string;
    readonly checks?: Readonly<Record<string, string>>;
  };
  const down = Object.entries(checks).flatMap(([name, state]) => (state === 'up' ? [] : [name]));
  if (status === 'ready') return ok('api', `ready, answered in ${ms} ms`);
  return warning(
    'api',
    `${status}${down.length === 0 ? '' : `: ${down.join(', ')} is down`}`,
    'It works with limits: orders start later. See docs/runbook.md.',
  );
}

const clockLimitMs = 5_000;

/**
 * Compares the clocks. The header has whole seconds, and the time of the answer is between sending and receiving.
 * @internal
 */
export function checkClock(
  date: string | null,
  { sentAt, receivedAt }: { readonly sentAt: number; readonly receivedAt: number },
): Check {
  const serverAt = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(serverAt)) return skipped('clock', 'the API names no time');
  // The server's time is anywhere in the second of the header.
  const behindMs = Math.max(0, sentAt - (serverAt + 1_000));
  const aheadMs = Math.max(0, serverAt - receivedAt);
  const difference = Math.max(behindMs, aheadMs);
  if (difference <= clockLimitMs) return ok('clock', 'as the clock of the API, within a few seconds');
  const direction = aheadMs > 0 ? 'behind' : 'ahead of';
  return warning(
    'clock',
    `this machine is ${Math.round(difference / 1_000)} s ${direction} the API`,
    'Synchronise the clocks: signatures of webhooks are valid for five minutes.',
  );
}

/**
 * Compares the interface of the API with the one that this version knows, and asks for the scopes of the key by routes
 * that both have.
 */
async function checkInterface(api: Api, hasKey: boolean): Promise<readonly Check[]> {
  const answer = await tryRequest(api, '/openapi.json');
  if (answer instanceof CliError) {
    const check = warning(
      'version',
      'the API does not show its interface',
      'Check that the address is that of the API and not of a proxy.',
    );
    return [check, skipped('key', 'the routes of the API are not known')];
  }
  const { info, paths = {} } = answer.data as {
    readonly info?: { readonly version?: string };
    readonly paths?: Readonly<Record<string, object>>;
  };
  const operations = (await Promise.all(Object.values(operationsByNoun).map((load) => load()))).flat();
  const known = operations.filter(({ path, method }) => Object.hasOwn(paths[path] ?? {}, method.toLowerCase()));
  const version = `interface ${info?.version ?? 'without a version'}`;
  const missing = operations.length - known.length;
  const check =
    missing === 0
      ? ok('version', `${version}, every command has its route`)
      : warning(
          'version',
          `${version} lacks the routes of ${missing} commands`,
          'The API is older than this command; these commands get "not found".',
        );
  return [check, ...(hasKey ? await checkKey(api, known) : [skipped('key', 'there is none')])];
}

/** A path of an id that no record has. */
const noId = '-';

/**
 * Asks for each scope whether the key has it, by a request that changes nothing: the scope is checked before the id in
 * the path, and no record has this id.
 */
async function checkKey(api: Api, known: readonly Operation[]): Promise<readonly Check[]> {
  const probes = new Map<string, Probe>();
  for (const { scope, method, path, params, stream, returns } of known) {
    if (
      scope === null ||
      probes.has(scope) ||
      stream !== undefined ||
      returns.includes('text/event-stream') ||
      (method !== 'GET' && params.length === 0)
    )
      continue;
    probes.set(scope, { method, path: path.replaceAll(/\{[^}]*\}/g, noId) });
  }
  const probe = async ([scope, request]: readonly [string, Probe]) => ({
    scope,
    state: await probeScope(api, request),
  });
  const [first, ...others] = probes;
  // One request says whether the key is valid. The API makes an address wait that sends many requests with a wrong one.
  const answer = first && (await probe(first));
  if (answer?.state === 'noKey')
    return [failed('key', 'the API does not accept it', 'Run "linework login" with a valid key.')];
  const states = [...(answer ? [answer] : []), ...(await Promise.all(others.map(probe)))];
  const scopesThat = (wanted: ScopeState) => states.filter(({ state }) => state === wanted).map(({ scope }) => scope);
  const [has, lacks, unknown] = [scopesThat('has'), scopesThat('lacks'), scopesThat('unknown')];
  return [
    ok('key', `valid, with ${has.length} of ${states.length} scopes`),
    ok('scopes', describeScopes(has, lacks)),
    ...(unknown.length > 0 ? [warning('scopes', `not found out: ${unknown.join(', ')}`, 'Run it again.')] : []),
  ];
}

/** Names the scopes by the shorter list. */
function describeScopes(has: readonly string[], lacks: readonly string[]): string {
  if (lacks.length === 0) return 'all';
  return lacks.length < has.length ? `all but ${lacks.join(', ')}` : has.join(', ') || 'none';
}

interface Probe {
  readonly method: string;
  readonly path: string;
}

type ScopeState = 'has' | 'lacks' | 'noKey' | 'unknown';

async function probeScope(api: Api, { method, path }: Probe): Promise<ScopeState> {
  try {
    await api.request(method, path, { maxRetries: 1, ...(method === 'GET' ? {} : { body: {} }) });
    return 'has';
  } catch (thrown) {
    const error = describeError(thrown);
    if (!(error instanceof CliError)) throw error;
    if (error.exit === 'noKey') return 'noKey';
    if (error.exit === 'notAllowed') return 'lacks';
    return error.exit === 'unavailable' ? 'unknown' : 'has';
  }
}
