import type { Call } from './calls/call.ts';
import { Client } from './client.ts';
import { Nouns } from './generated/nouns.ts';
import type { ApiRequest, LineworkOptions, RequestOptions } from './options.ts';
import { orderWaiter, type WaitForOrder } from './orders/wait-for-order.ts';
import { Transport } from './transport/transport.ts';

/** The client of a Linework API: `linework.lines.block(id)`. */
export class Linework extends Nouns {
  readonly #client: Client;
  /** Follows an order until it is settled, and returns it whatever its status is. */
  readonly waitForOrder: WaitForOrder;

  constructor(options: LineworkOptions) {
    const transport = new Transport(options);
    const waitForOrder = orderWaiter(transport);
    const client = new Client(transport, waitForOrder);
    super(client);
    this.#client = client;
    this.waitForOrder = waitForOrder;
  }

  /** Sends any request, for example of an operation that this version does not know. */
  request<Data = unknown>(method: string, path: `/${string}`, options: AnyRequestOptions = {}): Call<Data> {
    const { query, body, content, accept, isIdempotent, ...others } = options;
    return this.#client.call<Data>(
      { method: method.toUpperCase(), path, query, body, content, accept, isIdempotent },
      others,
    );
  }
}

export type AnyRequestOptions = RequestOptions & Omit<ApiRequest, 'method' | 'path'>;
