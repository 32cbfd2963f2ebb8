import { type OrderStatus, orderLifecycle } from '@linework/schemas/orders/order.lifecycle';
import type { Order } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { findFailure } from '../orders/order-text.ts';
import { toneOf, toWords } from '../ui/status-tone.ts';
import { Time } from '../ui/time.tsx';
import type { OrderExplanation } from './explanation.ts';
import styles from './order.module.css';

/** Why the order stands where it stands. The sentence is the server's; an earlier release has none, and then only the facts are said. */
export function Why({ order, explanation }: { readonly order: Order; readonly explanation: OrderExplanation | null | undefined }) {
  const failure = findFailure(order);
  return (
    <div className={styles.why} data-tone={toneOf(order.status)}>
      <p className={styles.sentence}>
        {explanation ? explanation.sentence : `${toWords(order.status)}: ${orderLifecycle.meanings[order.status as OrderStatus]}.`}
      </p>
      {failure !== undefined && (
        <p className={styles.failure}>
          <Link to="/orders" search={{ type: order.type, step: failure.step, errorCode: failure.code }}>
            <code>{failure.code}</code>
          </Link>{' '}
          {failure.detail}
        </p>
      )}
      {explanation?.waitsUntil !== undefined && (
        <p className={styles.muted}>
          It is looked at again <Time at={explanation.waitsUntil} />.
        </p>
      )}
      {explanation?.supersededBy !== undefined && (
        <p className={styles.muted}>
          A newer order has replaced it:{' '}
          <Link to="/orders/$orderId" params={{ orderId: explanation.supersededBy }}>
            <code>{explanation.supersededBy}</code>
          </Link>
        </p>
      )}
    </div>
  );
}
