import type { Event, Page } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../ui/badge.tsx';
import { Section } from '../ui/page.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import type { OrderExplanation } from './explanation.ts';
import styles from './order.module.css';

interface ChangesProps {
  readonly events: Page<Event> | undefined;
  readonly explanation: OrderExplanation | null | undefined;
  readonly orderId: string;
}

/** What the order has changed: from the explanation, or from its events. */
export function Changes({ events, explanation, orderId }: ChangesProps) {
  const changes = explanation?.changes ?? findChanges(events, orderId);
  return (
    <Section title="What it changed">
      {changes.length === 0 ? (
        <p className={styles.muted}>Nothing so far.</p>
      ) : (
        <ul className={styles.list}>
          {changes.map(({ resource, from, to, changedAt }) => (
            <li key={`${resource.id}-${to}-${changedAt}`}>
              {resource.type === 'line' ? (
                <Link to="/lines/$lineId" params={{ lineId: resource.id }}>
                  Line
                </Link>
              ) : (
                <span title={resource.id}>{toWords(resource.type)}</span>
              )}
              <span className={styles.move}>
                {from !== undefined && (
                  <>
                    <StatusBadge status={from} /> →{' '}
                  </>
                )}
                <StatusBadge status={to} />
              </span>
              <span className={styles.muted}>
                <Time at={changedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function findChanges(events: Page<Event> | undefined, orderId: string): OrderExplanation['changes'] {
  return (events?.items ?? []).flatMap(({ resource, from, to, at }) =>
    resource.id === orderId || to === undefined
      ? []
      : [{ resource, to, changedAt: at, ...(from !== undefined && { from }) }],
  );
}
