import type { Event } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { t } from '../language/translate.ts';
import { Actor } from '../ui/actor.tsx';
import { Note } from '../ui/state.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import styles from './records.module.css';

interface HistoryProps {
  readonly events: readonly Event[];
  /** All events of the record; more than `events` if only the first ones are shown. */
  readonly total: number;
  /** The event in the words of this page; by default those of its type. */
  readonly describe?: ((event: Event) => string | undefined) | undefined;
}

/** `invoice.paid` is `Paid`, as it is said of an invoice. */
const verbOf = ({ type, resource }: Event): string => toWords(type.slice(type.indexOf('.') + 1), resource.type);

/** What happened to a record, newest first, and who did it. */
export function History({ events, total, describe }: HistoryProps) {
  if (events.length === 0) return <p className={styles.muted}>{t('Nothing has happened to it yet.')}</p>;
  return (
    <>
      <ol className={styles.history}>
        {events.toReversed().map((event) => (
          <li key={event.id}>
            <span title={event.type}>{describe?.(event) ?? verbOf(event)}</span>
            <Actor event={event} />
            {event.orderId !== undefined && (
              <Link to="/orders/$orderId" params={{ orderId: event.orderId }}>
                {t('order')}
              </Link>
            )}
            <span className={styles.when}>
              <Time at={event.at} />
            </span>
          </li>
        ))}
      </ol>
      {total > events.length && (
        <Note>
          {t('The first {count} event is shown. | The first {count} events are shown.', { count: events.length })}
        </Note>
      )}
    </>
  );
}
