import type { Backlog } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { numberText, t } from '../language/translate.ts';
import { type OrdersSearch, views } from '../orders/orders-search.ts';
import { Section } from '../ui/page.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { durationText } from '../ui/text/relative-time.ts';
import { toWords } from '../ui/text/status-tone.ts';
import styles from './overview.module.css';

const openSearch: OrdersSearch = views[1].search;

/** What is open and what failed, by order type. */
export function OrderBacklog({ orders, settled }: Pick<Backlog, 'orders' | 'settled'>) {
  return (
    <Section title={t('Orders by type')} beside={<span className={styles.muted}>{describeRate(settled)}</span>}>
      {orders.length > 0 ? (
        <Table label={t('Orders by type')} rows={orders} keyOf={({ type }) => type} columns={columns} />
      ) : (
        <p className={styles.muted}>{t('No order is open, and none needs attention.')}</p>
      )}
    </Section>
  );
}

const columns: readonly TableColumn<Backlog['orders'][number]>[] = [
  { name: t('Type'), cell: ({ type }) => toWords(type) },
  {
    name: t('Open'),
    kind: 'number',
    cell: ({ type, openCount }) => <Count count={openCount} search={{ ...openSearch, type }} />,
  },
  { name: t('Due now'), kind: 'number', isWide: true, cell: ({ dueCount }) => <Count count={dueCount} /> },
  {
    name: t('Oldest due'),
    kind: 'number',
    isWide: true,
    cell: ({ oldestDueSeconds }) => (oldestDueSeconds === 0 ? '–' : durationText(oldestDueSeconds * 1_000)),
  },
  {
    name: t('System down'),
    kind: 'number',
    isWide: true,
    cell: ({ unavailableCount }) => <Count count={unavailableCount} />,
  },
  {
    name: t('Paused'),
    kind: 'number',
    isWide: true,
    cell: ({ type, pausedCount }) => <Count count={pausedCount} search={{ ...openSearch, paused: 'true', type }} />,
  },
  {
    name: t('Need attention'),
    kind: 'number',
    cell: ({ type, failedCount }) => <Count count={failedCount} search={{ type }} />,
  },
];

function describeRate({ minutes, completedCount, otherCount }: Backlog['settled']): string {
  const values = { count: completedCount, minutes, others: otherCount };
  return otherCount === 0
    ? t('{count} completed in {minutes} minutes', values)
    : t('{count} completed in {minutes} minutes, {others} ended otherwise', values);
}

/** A number, with the way to the orders that it counts if a search can name them. */
function Count({ count, search }: { readonly count: number; readonly search?: OrdersSearch }) {
  const text = numberText(count);
  if (count === 0) return <span className={styles.muted}>0</span>;
  if (search === undefined) return text;
  return (
    <Link to="/orders" search={search}>
      {text}
    </Link>
  );
}
