import type { Order } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../ui/badge.tsx';
import type { Column } from '../ui/grid.tsx';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { findFailure, shortId, shortStep } from './order-text.ts';
import styles from './orders.module.css';

/** The columns of a list of orders. */
export const orderColumns = (brokerName: (id: string) => string): readonly Column<Order>[] => [
  { name: 'Status', className: styles.statusCell, cell: ({ status }) => <StatusBadge status={status} /> },
  { name: 'Type', className: styles.typeCell, cell: ({ type }) => toWords(type) },
  {
    name: 'What failed',
    className: `${styles.errorCell} ${styles.error}`,
    cell: (order) => <FailureCell order={order} />,
  },
  { name: 'Broker', className: styles.narrowHidden, cell: ({ brokerId }) => brokerName(brokerId) },
  {
    name: 'Placed',
    className: `${styles.narrowHidden} ${styles.muted}`,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    name: 'Changed',
    className: `${styles.timeCell} ${styles.muted}`,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
  {
    name: 'Order',
    className: `${styles.narrowHidden} ${styles.wideOnly}`,
    cell: ({ id }) => (
      <Link to="/orders/$orderId" params={{ orderId: id }} className={styles.id} title={id}>
        {shortId(id)}
      </Link>
    ),
  },
];

function FailureCell({ order }: { readonly order: Order }) {
  const failure = findFailure(order);
  if (failure === undefined) return null;
  return (
    <span title={failure.detail}>
      <strong>{failure.code}</strong> at {toPhrase(shortStep(failure.step))}
    </span>
  );
}
