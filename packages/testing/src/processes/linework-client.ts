import type { Order } from '@linework/schemas/orders/order';

export interface ClientRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ClientAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface LineworkClient {
  /** Asks once; raises only when no answer comes. */
  ask(method: string, path: string, request?: ClientRequest): Promise<ClientAnswer>;
  /** Places an order on a line; answers its id. Raises when it is refused. */
  placeOrder(kind: OrderKind, lineId: string, request?: ClientRequest): Promise<string>;
  /** Asks something of an order; raises when it is refused. */
  askOfOrder(orderId: string, what: 'cancel' | 'retry' | 'rollback'): Promise<Order>;
  order(orderId: string): Promise<Order>;
}

const orderPaths = { block: '/block', unblock: '/unblock', activate: '/activate', delete: '' };

export type OrderKind = keyof typeof orderPaths;

/** Calls the interface of a running API under one key. */
export function lineworkClient(url: string, key: string): LineworkClient {
  async function ask(method: string, path: string, { body, headers = {} }: ClientRequest = {}): Promise<ClientAnswer> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method, headers: { 'X-API-Key': key, ...type, ...headers }, ...sent });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async function asked(method: string, path: string, request?: ClientRequest): Promise<ClientAnswer> {
    const answer = await ask(method, path, request);
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`);
    return answer;
  }

  return {
    ask,
    placeOrder: async (kind, lineId, request) => orderIdOf(await asked('POST', `/lines/${lineId}${orderPaths[kind]}`, request)),
    askOfOrder: async (orderId, what) => JSON.parse((await asked('POST', `/orders/${orderId}/${what}`)).text) as Order,
    order: async (orderId) => JSON.parse((await asked('GET', `/orders/${orderId}`)).text) as Order,
  };
}

/** The order that an answer to a line's request points at. */
export function orderIdOf({ headers }: ClientAnswer): string {
  const id = headers.get('Location')?.split('/').at(-1);
  if (!id) throw new Error('The answer has no Location.');
  return id;
}
