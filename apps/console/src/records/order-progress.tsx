import type { Order } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { SmallFailure } from '../ui/state.tsx';
import { toneOf, toPhrase, toWords } from '../ui/text/status-tone.ts';
import styles from './records.module.css';

/** An order while it is executed: its steps, and how far it is. The stream of changes keeps it up to date. */
export function OrderProgress({ orderId }: { readonly orderId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['order', orderId],
    queryFn: async ({ signal }): Promise<Order> => await linework.orders.get(orderId, {}, { signal }),
  });
  if (error !== null && data === undefined) return <SmallFailure error={error} onRetry={refetch} />;
  if (data === undefined) return <section className={styles.progress} aria-label={t('The order')} />;
  return (
    <section className={styles.progress} aria-label={t('The order')} aria-live="polite">
      <Link to="/orders/$orderId" params={{ orderId }}>
        {toWords(data.type)}
      </Link>
      <StatusBadge kind="order" status={data.status} />
      <ol className={styles.steps}>
        {data.steps.map(({ id, orderTypeStepCode, status }) => (
          <li key={id} data-tone={toneOf(status)}>
            {toPhrase(orderTypeStepCode.slice(orderTypeStepCode.indexOf('.') + 1))}
            <span className={styles.hidden}> {toPhrase(status, 'order-step')}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
