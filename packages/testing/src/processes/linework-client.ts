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
  /** Sends the request once. Throws only if there is no response. */
  send(method: string, path: string, request?: ClientRequest): Promise<ClientResponse>;
  /** Places an order on a line and returns its id. Throws if it is rejected. */
  placeOrder(kind: OrderKind, lineId: string, request?: ClientRequest): Promise<string>;
  /** Sends a request for an order. Throws if it is rejected. */
  requestOrderAction(orderId: string, action: 'cancel' | 'retry' | 'rollback'): Promise<Order>;
  order(orderId: string): Promise<Order>;
}

const orderPaths = { block: '/block', unblock: '/unblock', activate: '/activate', delete: '' };

type OrderKind = keyof typeof orderPaths;

/** Calls a running API with one key. */
export function lineworkClient(url: string, key: string): LineworkClient {
  async function send(method: string, path: string, { body, headers = {} }: ClientRequest = {}): Promise<ClientResponse> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method, headers: { 'X-API-Key': key, ...type, ...headers }, ...sent });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async function sendOrThrow(method: string, path: string, request?: ClientRequest): Promise<ClientResponse> {
    const answer = await send(method, path, request);
    if (answer.status >= 300) throw new Error(`${method} ${path} returned ${answer.status}: ${answer.text}`);
    return answer;
  }

  return {
    send,
    placeOrder: async (kind, lineId, request) => readOrderId(await sendOrThrow('POST', `/lines/${lineId}${orderPaths[kind]}`, request)),
    requestOrderAction: async (orderId, action) => JSON.parse((await sendOrThrow('POST', `/orders/${orderId}/${action}`)).text) as Order,
    order: async (orderId) => JSON.parse((await sendOrThrow('GET', `/orders/${orderId}`)).text) as Order,
  };
}

/** Reads the id of the order from the Location of a response. */
export function readOrderId({ headers }: ClientResponse): string {
  const id = headers.get('Location')?.split('/').at(-1);
  if (!id) throw new Error('The response has no Location.');
  return id;
}
