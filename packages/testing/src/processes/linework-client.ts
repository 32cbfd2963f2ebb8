import type { Order } from '@linework/schemas/orders/order';

interface ClientRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ClientResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface LineworkClient {
  /** Asks once; raises only when no answer comes. */
  send(method: string, path: string, request?: ClientRequest): Promise<ClientResponse>;
  /** Places an order on a line; answers its id. Raises when it is refused. */
  placeOrder(kind: OrderKind, lineId: string, request?: ClientRequest): Promise<string>;
  /** Asks something of an order; raises when it is refused. */
  requestOrderAction(orderId: string, action: 'cancel' | 'retry' | 'rollback'): Promise<Order>;
  order(orderId: string): Promise<Order>;
}

const orderPaths = { block: '/block', unblock: '/unblock', activate: '/activate', delete: '' };

type OrderKind = keyof typeof orderPaths;

/** Calls the interface of a running API under one key. */
export function lineworkClient(url: string, key: string): LineworkClient {
  async function send(method: string, path: string, { body, headers = {} }: ClientRequest = {}): Promise<ClientResponse> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method, headers: { 'X-API-Key': key, ...type, ...headers }, ...sent });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async function sendOrThrow(method: string, path: string, request?: ClientRequest): Promise<ClientResponse> {
    const answer = await send(method, path, request);
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`);
    return answer;
  }

  return {
    send,
    placeOrder: async (kind, lineId, request) => readOrderId(await sendOrThrow('POST', `/lines/${lineId}${orderPaths[kind]}`, request)),
    requestOrderAction: async (orderId, what) => JSON.parse((await sendOrThrow('POST', `/orders/${orderId}/${what}`)).text) as Order,
    order: async (orderId) => JSON.parse((await sendOrThrow('GET', `/orders/${orderId}`)).text) as Order,
  };
}

/** The order that an answer to a line's request points at. */
export function readOrderId({ headers }: ClientResponse): string {
  const id = headers.get('Location')?.split('/').at(-1);
  if (!id) throw new Error('The answer has no Location.');
  return id;
}
