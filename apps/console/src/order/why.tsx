import type { Order } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { t, tParts } from '../language/translate.ts';
import { Masked } from '../ui/masked.tsx';
import pageStyles from '../ui/page.module.css';
import { findFailure } from '../ui/text/order-text.ts';
import { toneOf, toPhrase } from '../ui/text/status-tone.ts';
import { DateTime, Time } from '../ui/time.tsx';
import type { OrderDetails, OrderExplanation } from './explanation.ts';
import { listWaits, type Wait } from './list-waits.ts';
import styles from './order.module.css';
import { Reason } from './reason.tsx';
import { SystemText } from './timeline.tsx';

interface WhyProps {
  readonly order: Order;
  readonly explanation: OrderExplanation | null | undefined;
  readonly details: OrderDetails | null | undefined;
  readonly isPending: boolean;
}

/** Why the order stands where it stands. An order that did what it should needs no word. */
export function Why({ order, explanation, details, isPending }: WhyProps) {
  if (order.status === 'COMPLETED') return null;
  const failure = findFailure(order);
  const waits = listWaits(explanation, details);
  return (
    <div
      className={isPending ? `${styles.why} ${pageStyles.waits}` : styles.why}
      data-tone={toneOf(order.status)}
      aria-busy={isPending}
    >
      <p className={styles.sentence}>
        <Reason order={order} explanation={explanation} />
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
