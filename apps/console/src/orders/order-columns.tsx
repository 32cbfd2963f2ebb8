import type { OrderRow } from '@linework/schemas/orders/order-row';
import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../ui/badge.tsx';
import type { Column } from '../ui/grid.tsx';
import { LineName } from '../ui/line-name.tsx';
import { Masked } from '../ui/masked.tsx';
import { shortId, shortStep } from '../ui/text/order-text.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import styles from './orders.module.css';

/** The columns of a list of orders. */
export const orderColumns = (brokerName: (id: string) => string): readonly Column<OrderRow>[] => [
  { name: 'Status', className: styles.statusCell, cell: ({ status }) => <StatusBadge status={status} /> },
  { name: 'Type', className: styles.typeCell, cell: ({ type }) => toWords(type) },
  { name: 'Line', className: styles.lineCell, cell: ({ line }) => line && <LineName line={line} /> },
  { name: 'What failed', className: `${styles.errorCell} ${styles.error}`, cell: (row) => <StopCell row={row} /> },
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

/** What stopped an order, or what an open one waits for. */
function StopCell({ row: { failure, wait } }: { readonly row: Pick<OrderRow, 'failure' | 'wait'> }) {
  const stop = failure ?? wait;
  if (stop === undefined) return null;
  const at = toPhrase(shortStep(stop.step));
  return failure === undefined ? (
    <span title={stop.detail}>
      waits at {at}: {toPhrase(stop.code)}
    </span>
  ) : (
    <span title={stop.detail}>
      <strong>
        <Masked text={stop.code} />
      </strong>{' '}
      at {at}
    </span>
  );
}
