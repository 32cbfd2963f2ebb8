import { read } from '../api/api.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import { writeRecords } from '../command/write-answer.ts';

export interface IncidentOptions extends GlobalOptions {
  readonly groupBy?: string;
}

/** The answer of `GET /order-groups`, as far as this command shows it. */
interface OrderGroups {
  readonly items: readonly {
    readonly type?: string;
    readonly step?: string;
    readonly errorCode?: string;
    readonly brokerId?: string;
    readonly orderCount: number;
    readonly brokerCount: number;
    readonly firstFailedAt: string;
    readonly lastFailedAt: string;
    readonly orderFilter: Readonly<Record<string, unknown>>;
  }[];
  readonly meta: { readonly total: number; readonly orderCount: number };
}

/**
 * Shows the groups of orders that need attention, the largest first. `where` selects exactly the orders of a group in
 * `linework orders retry`.
 */
export async function listIncidents({ groupBy, ...options }: IncidentOptions, context: Context): Promise<void> {
  const api = await context.openApi(options);
  const { items, meta } = await read<OrderGroups>(api, '/order-groups', groupBy === undefined ? {} : { by: groupBy });
  const groups = items.map(
    ({ type, step, errorCode, brokerId, orderCount, brokerCount, firstFailedAt, lastFailedAt, orderFilter }) => ({
      orderCount,
      ...{ errorCode, step, type, brokerId },
      brokerCount,
      firstFailedAt,
      lastFailedAt,
      where: whereOf(orderFilter),
    }),
  );
  await writeRecords(groups.map(withoutUndefined), context, options);
  context.note(describeTotals(meta, groups));
}

function describeTotals(
  { total, orderCount }: OrderGroups['meta'],
  [first, ...others]: readonly { readonly where: string }[],
): string {
  if (first === undefined) return 'No order needs attention.';
  const shown = others.length + 1;
  const rest = total > shown ? ` The ${shown} largest of ${total} groups are shown.` : '';
  const whose = others.length === 0 ? 'them' : 'those of the first group';
  return (
    `${orderCount} ${orderCount === 1 ? 'order needs' : 'orders need'} attention.${rest} Retry ${whose} with ` +
    `"linework orders retry --where '${first.where}' --dry-run".`
  );
}

const withoutUndefined = (record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** The filter as `--where` reads it. */
const whereOf = (filter: Readonly<Record<string, unknown>>): string =>
  Object.entries(filter)
    .map(([name, value]) => `${name}=${quoteSpaces(Array.isArray(value) ? value.join(',') : String(value))}`)
    .join(' ');

const quoteSpaces = (text: string): string => (/\s/.test(text) ? `"${text}"` : text);
