import { LineworkError } from '../errors/linework-error.ts';
import type { Order } from '../generated/types.ts';
import { checkCompleted } from '../orders/order-errors.ts';
import type { WaitForOrder, WaitOptions } from '../orders/wait-for-order.ts';
import type { Answer } from '../transport/answer.ts';
import { Call } from './call.ts';

/** A request that opens an order or changes one. */
export class OrderCall<Data> extends Call<Data> {
  readonly #waitForOrder: WaitForOrder;

  constructor(answer: Promise<Answer<Data>>, waitForOrder: WaitForOrder) {
    super(answer);
    this.#waitForOrder = waitForOrder;
  }

  /** The id of the order, as soon as the request is accepted. */
  async orderId(): Promise<string> {
    const { response } = await this.withResponse();
    const id = /\/orders\/([^/?#]+)$/.exec(response.headers.get('Location') ?? '')?.[1];
    if (id === undefined) throw new LineworkError('The response names no order in `Location`.');
    return decodeURIComponent(id);
  }

  /** Follows the order until it is settled, and returns it whatever its status is. */
  async settled(options?: WaitOptions): Promise<Order> {
    return await this.#waitForOrder(await this.orderId(), options);
  }

  /**
   * Follows the order until it is COMPLETED. Throws an `OrderFailedError` or an `OrderCancelledError` if it ends
   * otherwise.
   */
  async completed(options?: WaitOptions): Promise<Order> {
    return checkCompleted(await this.settled(options));
  }
}
