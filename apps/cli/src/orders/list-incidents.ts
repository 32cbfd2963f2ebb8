import { readPages } from '../api/read-pages.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import type { Order } from '../model/order.ts';
import { createRecordWriter } from '../output/record-writer.ts';
import { groupIncidents, type IncidentGrouping } from './group-incidents.ts';

export interface IncidentOptions extends GlobalOptions {
  readonly groupBy: IncidentGrouping;
  readonly limit?: number;
  readonly all?: boolean;
}

/** Ten requests. The newest failures say what is wrong now. */
const defaultLimit = 1_000;

/** Groups the orders that need attention. There is no route for groups yet, so the orders are read, and the note says how many requests that took. */
export async function listIncidents({ groupBy, limit, all, ...options }: IncidentOptions, context: Context): Promise<void> {
  const api = await context.openApi(options);
  const query = { status: 'FAILED,ROLLBACK_FAILED,CANCEL_FAILED', superseded: 'false', sortBy: 'updatedAt' };
  const orders: Order[] = [];
  let requests = 0;
  let total: number | undefined;
  for await (const page of readPages(api, '/orders', { query, limit: all === true ? undefined : (limit ?? defaultLimit) })) {
    orders.push(...(page.items as unknown as readonly Order[]));
    requests += 1;
    total = page.meta.total;
  }
  const writer = await createRecordWriter(context.recordOptions(options));
  await writer.add(groupIncidents(orders, groupBy));
  await writer.end();
  context.note(orders.length === 0 ? 'No order needs attention.' : describeCost(orders.length, total, requests));
}

function describeCost(read: number, total: number | undefined, requests: number): string {
  const rest = total !== undefined && total > read ? `, the ones that failed last, of ${total}; --all reads them all` : '';
  return `Read ${read} orders in ${requests} ${requests === 1 ? 'request' : 'requests'}${rest}.`;
}
