import type { Backlog } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { type OrdersSearch, views } from '../orders/orders-search.ts';
import { Section } from '../ui/page.tsx';
import { durationText } from '../ui/relative-time.ts';
import { toWords } from '../ui/status-tone.ts';
import tableStyles from '../ui/table.module.css';
import styles from './overview.module.css';

const openSearch: OrdersSearch = views[1].search;

/** What is open and what failed, by order type. */
export function OrderBacklog({ orders, settled }: Pick<Backlog, 'orders' | 'settled'>) {
  return (
    <Section title="Orders by type" beside={<span className={styles.muted}>{describePace(settled)}</span>}>
      <table className={`${tableStyles.table} ${styles.types}`}>
        <thead>
          <tr>
            <th scope="col">Type</th>
            <NumberHead name="Open" />
            <NumberHead name="Due" />
            <NumberHead name="Oldest due" />
            <NumberHead name="System down" wide />
            <NumberHead name="Paused" wide />
            <NumberHead name="Need attention" />
          </tr>
        </thead>
        <tbody>
          {orders.map(({ type, openCount, dueCount, awayCount, pausedCount, failedCount, oldestDueSeconds }) => (
            <tr key={type}>
              <th scope="row">{toWords(type)}</th>
              <CountCell count={openCount} search={{ ...openSearch, type }} />
              <CountCell count={dueCount} />
              <td className={tableStyles.number}>{oldestDueSeconds === 0 ? '–' : durationText(oldestDueSeconds * 1_000)}</td>
              <CountCell count={awayCount} wide />
              <CountCell count={pausedCount} wide />
              <CountCell count={failedCount} search={{ type }} />
            </tr>
          ))}
        </tbody>
      </table>
      {orders.length === 0 && <p className={styles.muted}>No order is open, and none needs attention.</p>}
    </Section>
  );
}

function describePace({ minutes, completedCount, otherCount }: Backlog['settled']): string {
  const others = otherCount === 0 ? '' : `, ${otherCount.toLocaleString('en')} ended otherwise`;
  return `${completedCount.toLocaleString('en')} completed in ${minutes} minutes${others}`;
}

function NumberHead({ name, wide = false }: { readonly name: string; readonly wide?: boolean }) {
  return (
    <th scope="col" className={wide ? `${tableStyles.number} ${styles.wide}` : tableStyles.number}>
      {name}
    </th>
  );
}

/** A number, with the way to the orders that it counts if a search can name them. */
function CountCell({ count, search, wide = false }: { readonly count: number; readonly search?: OrdersSearch; readonly wide?: boolean }) {
  const text = count.toLocaleString('en');
  const content =
    count === 0 ? (
      <span className={styles.muted}>0</span>
    ) : search ? (
      <Link to="/orders" search={search}>
        {text}
      </Link>
    ) : (
      text
    );
  return <td className={wide ? `${tableStyles.number} ${styles.wide}` : tableStyles.number}>{content}</td>;
}
