import type { OrderRow } from '@linework/schemas/orders/order-row';
import { Link } from '@tanstack/react-router';
import { t, tParts } from '../language/translate.ts';
import { StatusBadge } from '../ui/badge.tsx';
import type { Column } from '../ui/grid.tsx';
import { LineName } from '../ui/line-name.tsx';
import { Masked } from '../ui/masked.tsx';
import { shortId, shortStep } from '../ui/text/order-text.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import styles from './orders.module.css';
import type { FilterName } from './orders-search.ts';

type Choose = (name: FilterName, value: string) => void;

/** The columns of a list of orders. A click on a value shows only the orders that have it too. */
export const orderColumns = (brokerName: (id: string) => string, choose: Choose): readonly Column<OrderRow>[] => [
  {
    name: t('Status'),
    className: styles.statusCell,
    cell: ({ status }) => (
      <CellFilter what={t('status')} onClick={() => choose('status', status)}>
        <StatusBadge kind="order" status={status} />
      </CellFilter>
    ),
  },
  {
    name: t('Type'),
    className: styles.typeCell,
    cell: ({ type }) => (
      <CellFilter what={t('type')} onClick={() => choose('type', type)}>
        {toWords(type)}
      </CellFilter>
    ),
  },
  { name: t('Line'), className: styles.lineCell, cell: ({ line }) => line && <LineName line={line} /> },
  {
    name: t('What failed'),
    className: `${styles.errorCell} ${styles.error}`,
    cell: (row) => <StopCell row={row} choose={choose} />,
  },
  {
    name: t('Broker'),
    className: styles.narrowHidden,
    cell: ({ brokerId }) => (
      <CellFilter what={t('broker')} onClick={() => choose('brokerId', brokerId)}>
        {brokerName(brokerId)}
      </CellFilter>
    ),
  },
  {
    name: t('Placed'),
    className: `${styles.narrowHidden} ${styles.muted}`,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    name: t('Changed'),
    className: `${styles.timeCell} ${styles.muted}`,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
  {
    name: t('Order'),
    className: `${styles.narrowHidden} ${styles.wideOnly}`,
    cell: ({ id }) => (
      <Link to="/orders/$orderId" params={{ orderId: id }} className={styles.id} title={id}>
        {shortId(id)}
      </Link>
    ),
  },
];

interface CellFilterProps {
  readonly what: string;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}

/** A value that filters by itself. The keyboard has the control above the list, so that it need not pass every cell. */
const CellFilter = ({ what, onClick, children }: CellFilterProps) => (
  <button
    type="button"
    tabIndex={-1}
    className={styles.choice}
    title={t('Only this {what}', { what })}
    onClick={onClick}
  >
    {children}
  </button>
);

/** What stopped an order, or what an open one waits for. */
function StopCell({ row: { failure, wait }, choose }: { readonly row: OrderRow; readonly choose: Choose }) {
  const stop = failure ?? wait;
  if (stop === undefined) return null;
  const at = toPhrase(shortStep(stop.step));
  if (failure === undefined) {
    return <span title={stop.detail}>{t('waits at {at}: {code}', { at, code: toPhrase(stop.code) })}</span>;
  }
  // A masked code is no filter.
  const isMasked = stop.code.includes('**');
  return (
    <span title={stop.detail}>
      {tParts('{code} at {step}', {
        code: isMasked ? (
          <strong>
            <Masked text={stop.code} />
          </strong>
        ) : (
          <CellFilter what={t('error')} onClick={() => choose('errorCode', stop.code.replaceAll(',', '\\,'))}>
            <strong>{stop.code}</strong>
          </CellFilter>
        ),
        step: (
          <CellFilter what={t('step')} onClick={() => choose('step', stop.step)}>
            {at}
          </CellFilter>
        ),
      })}
    </span>
  );
}
