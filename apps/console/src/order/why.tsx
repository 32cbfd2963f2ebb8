import { type OrderStatus, orderLifecycle } from '@linework/schemas/orders/order.lifecycle';
import type { Order } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { findFailure } from '../orders/order-text.ts';
import { toneOf, toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import type { OrderExplanation } from './explanation.ts';
import styles from './order.module.css';
import { Sentence } from './sentence.tsx';

/** Why the order stands where it stands. The sentence is the server's; an earlier release has none, and then only the facts are said. */
export function Why({
  order,
  explanation,
}: {
  readonly order: Order;
  readonly explanation: OrderExplanation | null | undefined;
}) {
  const failure = findFailure(order);
  const sentence =
    explanation?.sentence ?? `${toWords(order.status)}: ${orderLifecycle.meanings[order.status as OrderStatus]}.`;
  return (
    <div className={styles.why} data-tone={toneOf(order.status)}>
      <p className={styles.sentence}>
        <Sentence text={sentence} />
      </p>
      {failure !== undefined && (
        <p>
          {failure.detail}{' '}
          <Link to="/orders" search={{ type: order.type, step: failure.step, errorCode: failure.code }}>
            All orders with this error
          </Link>
        </p>
      )}
      {explanation?.waitsUntil !== undefined && (
        <p className={styles.muted}>
          It is looked at again <Time at={explanation.waitsUntil} />.
        </p>
      )}
    </div>
  );
}
