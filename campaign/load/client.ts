import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import type { Findings } from '../findings.ts';
import type { Broker, World } from '../world/start-world.ts';

interface Answer {
  readonly status: number;
  /** The order that it points at. */
  readonly orderId: string | undefined;
  /** Its JSON, or the text where it is none. */
  readonly body: unknown;
}

export interface Question {
  readonly body?: unknown;
  /** Sent as it is, whatever it may be. */
  readonly text?: string;
  /** A new one unless told otherwise; null for none: then what is asked again may have been done before. */
  readonly key?: string | null;
  /** Asked by an operator, who may more than a broker. */
  readonly isOperators?: boolean;
}

/** A record of usage that was sent. */
export interface Report {
  readonly recordId: string;
  readonly lineId: string;
  readonly type: 'DATA' | 'SMS';
  readonly amount: number;
  readonly usedAt: string;
}

/** What the clients of one broker know of its lines, and what another broker has that is none of their business. */
export interface Estate {
  readonly broker: Broker;
  readonly lineIds: string[];
  /** Those that joined a subscription, though they may have left it by now. */
  readonly subscribed: { readonly lineId: string; readonly subscriptionId: string }[];
  /** Subscriptions of which no invoice was made for months, and what may be added to them. */
  readonly behind: { readonly subscriptionId: string; readonly productIds: readonly string[] }[];
  /** What was counted of their usage. */
  readonly reported: Report[];
  readonly foreign: Pick<Estate, 'lineIds' | 'broker'>;
}

/** One user of the interface, who does one thing after the other. */
export interface Client {
  readonly estate: Estate;
  readonly chance: Chance;
  readonly findings: Findings;
  /**
   * Asks, again and again under the same Idempotency-Key and of either API, until the outcome is known: no answer, a 503, a 429 and
   * "still running" are none. Raises where none comes in a minute.
   */
  ask(method: 'GET' | 'POST' | 'DELETE', path: string, question?: Question): Promise<Answer>;
}

export interface ClientOptions {
  readonly world: World;
  readonly estate: Estate;
  readonly chance: Chance;
  readonly findings: Findings;
}

const knownWithinMs = 60_000;
const answerLimitMs = 10_000;
const pauseMs = 40;

/** Makes a client of one broker. */
export function openClient({ world, estate, chance, findings }: ClientOptions): Client {
  async function ask(method: string, path: string, { body, text, key = randomUUID(), isOperators = false }: Question = {}): Promise<Answer> {
    const since = performance.now();
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const request: RequestInit = {
      method,
      headers: {
        'X-API-Key': isOperators ? world.operatorKey : estate.broker.key,
        ...(method !== 'GET' && key !== null && { 'Idempotency-Key': key }),
        ...(sent !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(sent !== undefined && { body: sent }),
    };
    for (;;) {
      const wasAway = world.redis.isAway();
      const answer = await once(`${chance.oneOf(world.apis).url}${path}`, request);
      if (answer && isOutcome(answer)) {
        notice(`${method} ${path}`, answer);
        if (answer.status < 300 && method !== 'GET' && answer.orderId !== undefined) {
          findings.promised.add(answer.orderId);
          if (wasAway && world.redis.isAway()) findings.saw('accepted with Redis away');
        }
        return answer;
      }
      if (performance.now() - since > knownWithinMs) {
        throw new Error(`${method} ${path}: no outcome within ${knownWithinMs / 1_000} s; the last answer was ${answer?.status ?? 'none'}`);
      }
      findings.saw(answer ? `answer ${answer.status} tried again` : 'no answer, tried again');
      await sleep(pauseMs);
    }
  }

  function notice(asked: string, answer: Known): void {
    findings.saw(`answer ${answer.status}`);
    if (answer.isReplayed) findings.saw('idempotent replay');
    if (answer.status === 500) findings.wrong(`${asked}: no dependency's fault, but a 500: ${JSON.stringify(answer.body)}`);
    if (answer.status >= 400 && !isProblem(answer)) findings.wrong(`${asked}: ${answer.status} without a problem document: ${JSON.stringify(answer.body)}`);
  }

  return { estate, chance, findings, ask };
}

interface Known extends Answer {
  readonly mediaType: string | null;
  readonly isReplayed: boolean;
}

/** Undefined when no answer comes. */
async function once(url: string, request: RequestInit): Promise<Known | undefined> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(answerLimitMs) });
    const { status, headers } = response;
    const body = parsed(await response.text());
    return { status, body, orderId: orderIn(headers.get('Location')), mediaType: headers.get('Content-Type'), isReplayed: headers.has('Idempotency-Replayed') };
  } catch {
    return undefined;
  }
}

const orderIn = (location: string | null): string | undefined => /\/orders\/([0-9a-f-]{36})$/.exec(location ?? '')?.[1];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const isOutcome = ({ status, body }: Known) =>
  status <= 500 && status !== 429 && (body as { readonly code?: unknown } | null)?.code !== 'idempotency-in-flight';

function isProblem({ mediaType, body, status }: Known): boolean {
  const { type, title, status: said } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return mediaType?.startsWith('application/problem+json') === true && typeof type === 'string' && typeof title === 'string' && said === status;
}
