import type { Line } from '@linework/sdk';
import { Section } from '../ui/page.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { SmallFailure } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { dateText } from '../ui/text/relative-time.ts';
import { amountText, usedText } from './amount-text.ts';
import styles from './line.module.css';
import { type ComponentUsage, shownDays, useUsage } from './use-usage.ts';

/** What the line has used of its products in the current cycle, and on each of the last days. */
export function Usage({ line }: { readonly line: Line }) {
  const usage = useUsage(line);
  const { data } = usage;
  const cycle = data?.find(({ startDate, endDate }) => startDate !== undefined && endDate !== undefined);
  return (
    <Section title="Usage" beside={cycle && <Cycle from={cycle.startDate} until={cycle.endDate} />}>
      {usage.isError && <SmallFailure error={usage.error} onRetry={usage.refetch} />}
      {data === null && <p className={styles.muted}>The line has no subscription, so it has no balance.</p>}
      {data?.length === 0 && <p className={styles.muted}>No product of its subscription has usage.</p>}
      {data && data.length > 0 && (
        <Table label="Usage" rows={data} keyOf={({ productId, id }) => `${productId} ${id}`} columns={columns} />
      )}
    </Section>
  );
}

function Cycle({ from, until }: { readonly from: string | undefined; readonly until: string | undefined }) {
  if (from === undefined || until === undefined) return null;
  return (
    <span className={styles.muted}>
      cycle from {dateText(from)} to {dateText(until)}
    </span>
  );
}

const columns: readonly TableColumn<ComponentUsage>[] = [
  {
    name: 'Component',
    cell: ({ name, product }) => (
      <span className={styles.pair}>
        <span>{name}</span> <span className={styles.muted}>{product}</span>
      </span>
    ),
  },
  { name: 'Used', cell: usedText },
  {
    name: 'Part',
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
    name: `Last ${shownDays} days`,
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
