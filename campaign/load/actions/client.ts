import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../../world/chance.ts';
import type { CampaignReport } from '../../world/report.ts';
import type { Broker, World } from '../../world/start-world.ts';

export interface ClientResponse {
  readonly status: number;
  /** The order id of the `Location` header. */
  readonly orderId: string | undefined;
  /** The parsed JSON, or the text if it is not JSON. */
  readonly body: unknown;
}

export interface ClientRequest {
  readonly body?: unknown;
  /** A body that is sent unchanged. */
  readonly text?: string;
  /** The media type of the body; JSON by default. */
  readonly mediaType?: string;
  /** The idempotency key; a new one by default. With null, a repetition may be executed twice. */
  readonly key?: string | null;
  /** Sends the request with the operator's key. */
  readonly isOperator?: boolean;
}

/** A usage record that was sent. */
export interface UsageReport {
  readonly recordId: string;
  readonly lineId: string;
  readonly type: 'DATA' | 'SMS';
  readonly amount: number;
  readonly usedAt: string;
}

/** The state that the clients of one broker share, with the lines of another broker that they must not see. */
export interface BrokerState {
  readonly broker: Broker;
  readonly lineIds: string[];
  /** Lines that joined a subscription. They may have left it since. */
  readonly subscribed: { readonly lineId: string; readonly subscriptionId: string }[];
  /** Subscriptions without invoices for months, and the products that may be added. */
  readonly overdueSubscriptions: { readonly subscriptionId: string; readonly productIds: readonly string[] }[];
  /** The usage records that were counted. */
  readonly reported: UsageReport[];
  readonly foreign: Pick<BrokerState, 'lineIds' | 'broker'>;
}

/** A client of the API that sends one request after the other. */
export interface Client {
  readonly state: BrokerState;
  readonly chance: Chance;
  readonly report: CampaignReport;
  /** The simulator of the network, for a fault that only concerns a line of this client. */
  readonly network: Pick<World['network'], 'injectFault' | 'removeFault'>;
  /** Its broker's endpoints; empty ids for the neighbour. */
  readonly endpoints: { readonly endpointId: string; readonly hangingEndpointId: string };
  /**
   * Repeats a request under the same Idempotency-Key, at either API, until the outcome is known. No response, a 503, a
   * 429 and `idempotency-in-flight` are no outcome. Raises an error if there is none within a minute.
   */
  send(method: 'GET' | 'POST' | 'DELETE', path: string, request?: ClientRequest): Promise<ClientResponse>;
  /** Posts once, whatever becomes of it. Undefined if no response arrives within half a minute. */
  postOnce(path: string, body: object): Promise<ClientResponse | undefined>;
}

export interface ClientOptions {
  readonly world: World;
  readonly state: BrokerState;
  readonly chance: Chance;
  readonly report: CampaignReport;
}

const outcomeLimitMs = 60_000;
const responseLimitMs = 10_000;
const longResponseLimitMs = 30_000;
const pauseMs = 40;

/** Creates a client of one broker. */
export function openClient({ world, state, chance, report }: ClientOptions): Client {
  async function send(
    method: string,
    path: string,
    { body, text, mediaType = 'application/json', key = randomUUID(), isOperator = false }: ClientRequest = {},
  ): Promise<ClientResponse> {
    const since = performance.now();
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const request: RequestInit = {
      method,
      headers: {
        'X-API-Key': isOperator ? world.operatorKey : state.broker.key,
        ...(method !== 'GET' && key !== null && { 'Idempotency-Key': key }),
        ...(sent !== undefined && { 'Content-Type': mediaType }),
      },
      ...(sent !== undefined && { body: sent }),
    };
    for (;;) {
      const wasRedisDown = world.redis.isDown();
      const response = await sendOnce(`${chance.oneOf(world.apis).url}${path}`, request);
      if (response && isFinalResponse(response)) {
        recordOutcome(`${method} ${path}`, response);
        if (response.status < 300 && method !== 'GET' && response.orderId !== undefined) {
          report.acceptedOrderIds.add(response.orderId);
          if (wasRedisDown && world.redis.isDown()) report.increment('accepted while Redis was down');
        }
        return response;
      }
      if (performance.now() - since > outcomeLimitMs) {
        throw new Error(
          `${method} ${path}: no outcome within ${outcomeLimitMs / 1_000} s; the last status was ` +
            `${response?.status ?? 'none'}`,
        );
      }
      report.increment(response ? `response ${response.status}, repeated` : 'no response, repeated');
      await sleep(pauseMs);
    }
  }

  function recordOutcome(requestName: string, response: ReceivedResponse): void {
    report.increment(`response ${response.status}`);
    if (response.isReplayed) report.increment('idempotent replay');
    if (response.status === 500)
      report.addViolation(`${requestName}: unexpected status 500: ${JSON.stringify(response.body)}`);
    if (response.status >= 400 && !isProblem(response))
      report.addViolation(
        `${requestName}: ${response.status} without a problem document: ${JSON.stringify(response.body)}`,
      );
  }

  const endpoints = world.webhooks.endpointsOf.get(state.broker.id) ?? { endpointId: '', hangingEndpointId: '' };
  const postOnce = (path: string, body: object) =>
    sendOnce(`${chance.oneOf(world.apis).url}${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': state.broker.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(longResponseLimitMs),
    });
  return { state, chance, report, network: world.network, endpoints, send, postOnce };
}

interface ReceivedResponse extends ClientResponse {
  readonly mediaType: string | null;
  readonly isReplayed: boolean;
}

/** Returns undefined if no response arrives. */
async function sendOnce(url: string, request: RequestInit): Promise<ReceivedResponse | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(responseLimitMs), ...request });
    const { status, headers } = response;
    const body = parseBody(await response.text());
    return {
      status,
      body,
      orderId: parseOrderId(headers.get('Location')),
      mediaType: headers.get('Content-Type'),
      isReplayed: headers.has('Idempotency-Replayed'),
    };
  } catch {
    return undefined;
  }
}

const parseOrderId = (location: string | null): string | undefined =>
  /\/orders\/([0-9a-f-]{36})$/.exec(location ?? '')?.[1];

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const isFinalResponse = ({ status, body }: ReceivedResponse) =>
  status <= 500 && status !== 429 && (body as { readonly code?: unknown } | null)?.code !== 'idempotency-in-flight';

function isProblem({ mediaType, body, status }: ReceivedResponse): boolean {
  const { type, title, status: bodyStatus } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return (
    mediaType?.startsWith('application/problem+json') === true &&
    typeof type === 'string' &&
    typeof title === 'string' &&
    bodyStatus === status
  );
}
