import { Call } from './calls/call.ts';
import { OrderCall } from './calls/order-call.ts';
import { type Page, PageCall } from './calls/page-call.ts';
import type { PageMeta } from './generated/types.ts';
import type { ApiRequest, RequestOptions } from './options.ts';
import type { WaitForOrder } from './orders/wait-for-order.ts';
import type { Answer } from './transport/answer.ts';
import type { Transport } from './transport/transport.ts';

/** Options of an operation whose query stands beside a body. */
export interface OptionsWithQuery<Query> extends RequestOptions {
  readonly query?: Query | undefined;
}

/**
 * What the generated methods send their requests with. The types are those of the interface; answers are not validated.
 */
export class Client {
  readonly transport: Transport;
  readonly #waitForOrder: WaitForOrder;

  constructor(transport: Transport, waitForOrder: WaitForOrder) {
    this.transport = transport;
    this.#waitForOrder = waitForOrder;
  }

  call<Data>(request: ApiRequest, options?: RequestOptions): Call<Data> {
    return new Call(this.#send<Data>(request, options));
  }

  order<Data>(request: ApiRequest, options?: RequestOptions): OrderCall<Data> {
    return new OrderCall(this.#send<Data>(request, options), this.#waitForOrder);
  }

  list<Item, Meta = PageMeta>(request: ApiRequest, options?: RequestOptions): PageCall<Item, Meta> {
    const send = (query: object | undefined) => this.#send<Page<Item, Meta>>({ ...request, query }, options);
    return new PageCall(send(request.query), send);
  }

  async #send<Data>(request: ApiRequest, options?: RequestOptions): Promise<Answer<Data>> {
    return (await this.transport.send(request, options)) as Answer<Data>;
  }
}
