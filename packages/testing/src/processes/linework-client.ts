import { Linework, type Order } from '@linework/sdk';

interface ClientRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ClientResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type OrderKind = 'block' | 'unblock' | 'activate' | 'delete';

/** A client of a running API with one key. */
export interface LineworkClient {
  /** Sends a request as it is, also one that the SDK would not send. Throws only if there is no response. */
  send(method: string, path: string, request?: ClientRequest): Promise<ClientResponse>;
  /** Places an order on a line and returns its id. Throws if it is rejected. */
  placeOrder(kind: OrderKind, lineId: string): Promise<string>;
  /** Sends a request for an order. Throws if it is rejected. */
  requestOrderAction(orderId: string, action: 'cancel' | 'retry' | 'rollback'): Promise<Order>;
  order(orderId: string): Promise<Order>;
}

/** Calls a running API with one key. */
export function lineworkClient(url: string, key: string): LineworkClient {
  // It sends each request once, so that a test sees every failure.
  const sdk = new Linework({ baseUrl: url, apiKey: key, maxRetries: 0 });
  return {
    async send(method, path, { body, headers = {} } = {}) {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { 'X-API-Key': key, ...type, ...headers },
        ...sent,
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
    placeOrder: (kind, lineId) => sdk.lines[kind](lineId).orderId(),
    requestOrderAction: async (orderId, action) => sdk.orders[action](orderId),
    order: async (orderId) => sdk.orders.get(orderId),
  };
}

/** Reads the id of the order from the Location of a response. */
export function readOrderId({ headers }: ClientResponse): string {
  const id = headers.get('Location')?.split('/').at(-1);
  if (!id) throw new Error('The response has no Location.');
  return id;
}
