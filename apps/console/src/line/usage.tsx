import { timeZone } from '@linework/schemas/values/time-zone';
import type { BalanceComponent, Line } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { Section } from '../ui/page.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { SmallFailure } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { dateText } from '../ui/text/relative-time.ts';
import { amountText, usedText } from './amount-text.ts';
import styles from './line.module.css';

const shownDays = 30;

/** What a line has used of a component of a product. */
interface ComponentUsage extends BalanceComponent {
  readonly productId: string;
  readonly product: string;
  /** The usage of each of the last days, the oldest first. */
  readonly days: readonly number[];
}

/** The usage of each component of the line's products; `null` if the line has no subscription. */
const useUsage = ({ id, subscriptionId, updatedAt }: Line) =>
  useQuery({
    queryKey: ['line', id, 'usage', updatedAt],
    queryFn: async ({ signal }): Promise<readonly ComponentUsage[] | null> => {
      if (subscriptionId === undefined) return null;
      const { products } = await linework.subscriptions.get(subscriptionId, { signal });
      const held = products.filter(({ removedAt }) => removedAt === undefined);
      return (await Promise.all(held.map(({ productId }) => readProduct(id, productId, signal)))).flat();
    },
    placeholderData: (before) => before,
  });

/** A product that has not begun has no balance. */
async function readProduct(lineId: string, productId: string, signal: AbortSignal): Promise<readonly ComponentUsage[]> {
  try {
    const [{ balance }, { days }] = await Promise.all([
      linework.usage.balances(lineId, productId, { signal }),
      linework.usage.consumption(lineId, productId, {}, { signal }),
    ]);
    const { name, productComponents } = balance.product;
    return productComponents.map((component) => {
      const amounts = new Map(
        days.filter(({ componentId }) => componentId === component.id).map(({ day, amount }) => [day, amount]),
      );
      return { ...component, productId, product: name, days: listLastDays().map((day) => amounts.get(day) ?? 0) };
    });
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

const inBrazil = new Intl.DateTimeFormat('en-CA', { timeZone });

/** The days of the server are those of São Paulo. */
function listLastDays(): readonly string[] {
  const today = Date.parse(inBrazil.format(Date.now()));
  return Array.from({ length: shownDays }, (_, index) =>
    new Date(today - (shownDays - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** What the line has used of its products in the current cycle, and on each of the last days. */
export function Usage({ line }: { readonly line: Line }) {
  const usage = useUsage(line);
  const { data } = usage;
  const cycle = data?.find(({ startDate, endDate }) => startDate !== undefined && endDate !== undefined);
  return (
    <Section
      title={t('Usage')}
      beside={cycle && <Cycle from={cycle.startDate} until={cycle.endDate} />}
      isPending={usage.isPending}
    >
      {usage.isError && <SmallFailure error={usage.error} onRetry={usage.refetch} />}
      {data === null && <p className={styles.muted}>{t('The line has no subscription, so it has no balance.')}</p>}
      {data?.length === 0 && <p className={styles.muted}>{t('No product of its subscription has usage.')}</p>}
      {data && data.length > 0 && (
        <Table label={t('Usage')} rows={data} keyOf={({ productId, id }) => `${productId} ${id}`} columns={columns} />
      )}
    </Section>
  );
}

function Cycle({ from, until }: { readonly from: string | undefined; readonly until: string | undefined }) {
  if (from === undefined || until === undefined) return null;
  return (
    <span className={styles.muted}>
      {t('cycle from {from} to {until}', { from: dateText(from), until: dateText(until) })}
    </span>
  );
}

const columns: readonly TableColumn<ComponentUsage>[] = [
  {
    name: t('Component'),
    cell: ({ name, product }) => (
      <span className={styles.pair}>
        <span>{name}</span> <span className={styles.muted}>{product}</span>
      </span>
    ),
  },
  { name: t('Used'), cell: usedText },
  {
    name: t('Part'),
    cell: ({ usedAmount, totalAmount, unlimited, ...rest }) =>
      !unlimited && (
        <UsageBar
          used={usedAmount}
          total={totalAmount}
          text={usedText({ usedAmount, totalAmount, unlimited, ...rest })}
        />
      ),
  },
  {
    name: t('Last {days} days', { days: shownDays }),
    isWide: true,
    cell: ({ unit, days }) => (
      <Sparkline values={days} unit="days" tone="progress" format={(amount) => amountText(unit, amount)} />
    ),
  },
];

/** The part of the granted amount that is used. It is red once nothing is left. */
function UsageBar({ used, total, text }: { readonly used: number; readonly total: number; readonly text: string }) {
  const part = total === 0 ? Number(used > 0) : Math.min(1, used / total);
  return (
    <svg className={styles.usage} role="img" aria-label={text}>
      <title>{text}</title>
      <rect data-tone={part >= 1 ? 'danger' : 'progress'} width={`${part * 100}%`} height="100%" />
    </svg>
  );
}
