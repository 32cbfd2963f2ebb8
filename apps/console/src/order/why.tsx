import { type OrderStatus, orderLifecycle } from '@linework/schemas/lifecycles/order.lifecycle';
import type { Order } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { findFailure } from '../ui/text/order-text.ts';
import { exactTime } from '../ui/text/relative-time.ts';
import { toneOf, toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import type { OrderExplanation } from './explanation.ts';
import styles from './order.module.css';

/** The times and ids that the server writes into a sentence. */
const partPattern = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** A sentence about an order: times are on the reader's clock, and the id of another order leads to it. */
function Sentence({ text }: { readonly text: string }) {
  return text.split(partPattern).map((part, index) => {
    if (index % 2 === 0) return part;
    if (part.endsWith('Z')) {
      return (
        <time key={part} dateTime={part} title={exactTime(part)}>
          {clock.format(new Date(part))}
        </time>
      );
    }
    return (
      <Link key={part} to="/orders/$orderId" params={{ orderId: part }} title={part}>
        <code>…{part.slice(-8)}</code>
      </Link>
    );
  });
}

/**
 * Why the order stands where it stands. The sentence is the server's; an earlier release has none, and then only the
 * facts are said.
 */
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
