import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import type { CampaignReport } from '../report.ts';
import type { Broker, World } from '../world/start-world.ts';

interface ClientResponse {
  readonly status: number;
  /** The order that it points at. */
  readonly orderId: string | undefined;
  /** Its JSON, or the text where it is none. */
  readonly body: unknown;
}

export interface ClientRequest {
  readonly body?: unknown;
  /** Sent as it is, whatever it may be. */
  readonly text?: string;
  /** A new one unless told otherwise; null for none: then what is asked again may have been done before. */
  readonly key?: string | null;
  /** Asked by an operator, who may more than a broker. */
  readonly isOperator?: boolean;
}

/** A record of usage that was sent. */
export interface UsageReport {
  readonly recordId: string;
  readonly lineId: string;
  readonly type: 'DATA' | 'SMS';
  readonly amount: number;
  readonly usedAt: string;
}

/** What the clients of one broker know of its lines, and what another broker has that is none of their business. */
export interface BrokerState {
  readonly broker: Broker;
  readonly lineIds: string[];
  /** Those that joined a subscription, though they may have left it by now. */
  readonly subscribed: { readonly lineId: string; readonly subscriptionId: string }[];
  /** Subscriptions of which no invoice was made for months, and what may be added to them. */
  readonly overdueSubscriptions: { readonly subscriptionId: string; readonly productIds: readonly string[] }[];
  /** What was counted of their usage. */
  readonly reported: UsageReport[];
  readonly foreign: Pick<BrokerState, 'lineIds' | 'broker'>;
}

/** One user of the interface, who does one thing after the other. */
export interface Client {
  readonly state: BrokerState;
  readonly chance: Chance;
  readonly report: CampaignReport;
  /**
   * Asks, again and again under the same Idempotency-Key and of either API, until the outcome is known: no answer, a 503, a 429 and
   * "still running" are none. Raises where none comes in a minute.
   */
  send(method: 'GET' | 'POST' | 'DELETE', path: string, request?: ClientRequest): Promise<ClientResponse>;
}

export interface ClientOptions {
  readonly world: World;
  readonly state: BrokerState;
  readonly chance: Chance;
  readonly report: CampaignReport;
}

const outcomeLimitMs = 60_000;
const responseLimitMs = 10_000;
const pauseMs = 40;

/** Makes a client of one broker. */
export function openClient({ world, state, chance, report }: ClientOptions): Client {
  async function send(method: string, path: string, { body, text, key = randomUUID(), isOperator = false }: ClientRequest = {}): Promise<ClientResponse> {
    const since = performance.now();
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const request: RequestInit = {
      method,
      headers: {
        'X-API-Key': isOperator ? world.operatorKey : state.broker.key,
        ...(method !== 'GET' && key !== null && { 'Idempotency-Key': key }),
        ...(sent !== undefined && { 'Content-Type': 'application/json' }),
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
          if (wasRedisDown && world.redis.isDown()) report.increment('accepted with Redis away');
        }
        return response;
      }
      if (performance.now() - since > outcomeLimitMs) {
        throw new Error(`${method} ${path}: no outcome within ${outcomeLimitMs / 1_000} s; the last answer was ${response?.status ?? 'none'}`);
      }
      report.increment(response ? `answer ${response.status} tried again` : 'no answer, tried again');
      await sleep(pauseMs);
    }
  }

  function recordOutcome(requestName: string, response: ReceivedResponse): void {
    report.increment(`answer ${response.status}`);
    if (response.isReplayed) report.increment('idempotent replay');
    if (response.status === 500) report.addViolation(`${requestName}: no dependency's fault, but a 500: ${JSON.stringify(response.body)}`);
    if (response.status >= 400 && !isProblem(response))
      report.addViolation(`${requestName}: ${response.status} without a problem document: ${JSON.stringify(response.body)}`);
  }

  return { state, chance, report, send };
}

interface ReceivedResponse extends ClientResponse {
  readonly mediaType: string | null;
  readonly isReplayed: boolean;
}

/** Undefined when no answer comes. */
async function sendOnce(url: string, request: RequestInit): Promise<ReceivedResponse | undefined> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(responseLimitMs) });
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

const parseOrderId = (location: string | null): string | undefined => /\/orders\/([0-9a-f-]{36})$/.exec(location ?? '')?.[1];

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
  const { type, title, status: said } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return mediaType?.startsWith('application/problem+json') === true && typeof type === 'string' && typeof title === 'string' && said === status;
}
