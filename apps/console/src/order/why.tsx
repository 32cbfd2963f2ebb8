import { type OrderStatus, orderLifecycle } from '@linework/schemas/lifecycles/order.lifecycle';
import type { Order } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { dateLocale } from '../language/language.ts';
import { t, tParts } from '../language/translate.ts';
import { Masked } from '../ui/masked.tsx';
import { findFailure } from '../ui/text/order-text.ts';
import { exactTime } from '../ui/text/relative-time.ts';
import { toneOf, toPhrase, toWords } from '../ui/text/status-tone.ts';
import { DateTime, Time } from '../ui/time.tsx';
import type { OrderDetails, OrderExplanation } from './explanation.ts';
import { listWaits, type Wait } from './list-waits.ts';
import styles from './order.module.css';
import { SystemText } from './timeline.tsx';

/** The times and ids that the server writes into a sentence. */
const partPattern = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

const clock = new Intl.DateTimeFormat(dateLocale, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** A sentence about an order: times are on the reader's clock, and the id of another order leads to it. */
function Sentence({ text }: { readonly text: string }) {
  return text.split(partPattern).map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place.
    if (index % 2 === 0) return <Masked key={index} text={part} />;
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

interface WhyProps {
  readonly order: Order;
  readonly explanation: OrderExplanation | null | undefined;
  readonly details: OrderDetails | null | undefined;
}

/**
 * Why the order stands where it stands. The sentence is the server's; an earlier release has none, and then only the
 * facts are said. An order that did what it should needs no word.
 */
export function Why({ order, explanation, details }: WhyProps) {
  if (order.status === 'COMPLETED') return null;
  const failure = findFailure(order);
  const sentence =
    explanation?.sentence ?? `${toWords(order.status)}: ${orderLifecycle.meanings[order.status as OrderStatus]}.`;
  const waits = listWaits(explanation, details);
  return (
    <div className={styles.why} data-tone={toneOf(order.status)}>
      <p className={styles.sentence}>
        <Sentence text={sentence} />
      </p>
      {failure !== undefined && (
        <p>
          <Masked text={failure.detail} />{' '}
          <Link to="/orders" search={{ type: order.type, step: failure.step, errorCode: failure.code }}>
            {t('All orders with this error')}
          </Link>
        </p>
      )}
      {failure !== undefined && <Said order={order} details={details} />}
      {waits.length > 0 && (
        <dl className={styles.waits}>
          {waits.map((wait) => (
            <WaitRow key={wait.name} wait={wait} />
          ))}
        </dl>
      )}
    </div>
  );
}

/** The last words of the system that stopped the order. */
function Said({ order, details }: Pick<WhyProps, 'order' | 'details'>) {
  const said = details?.systemTexts.at(-1);
  const step = order.steps.find(({ id }) => id === said?.stepId);
  if (said === undefined || step === undefined || step.error === null) return null;
  return (
    <p>
      <SystemText system={toPhrase(step.actionCode.split('.')[0] ?? '')} text={said.text} />
    </p>
  );
}

function WaitRow({ wait: { name, reason, since, until, untilMeans, by, msisdn } }: { readonly wait: Wait }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {msisdn !== undefined && (
          <span>
            <Masked text={msisdn} />
          </span>
        )}
        {reason !== undefined && (
          <span>
            “<Masked text={reason} />”
          </span>
        )}
        {by !== undefined && <span>{t('by {by}', { by })}</span>}
        {untilMeans === 'window' && since !== undefined ? (
          <span>
            {t('window')} <DateTime at={since} />
            {until !== undefined && (
              <>
                {' '}
                – <DateTime at={until} />
              </>
            )}
          </span>
        ) : (
          <>
            {since !== undefined && <span>{tParts('since {time}', { time: <Time at={since} /> })}</span>}
            {until !== undefined && (
              <span>
                {untilMeans} <Time at={until} />
              </span>
            )}
          </>
        )}
      </dd>
    </div>
  );
}
