import type { Event, Page } from '@linework/sdk';
import { Actor } from '../ui/actor.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Note } from '../ui/state.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import styles from './order.module.css';

export function Events({ events, error }: { readonly events: Page<Event> | undefined; readonly error: unknown }) {
  const left = (events?.meta.total ?? 0) - (events?.items.length ?? 0);
  return (
    <Section title="Events">
      {error !== null && events === undefined && <Failure error={error} />}
      <ul className={styles.list}>
        {events?.items.map((event) => (
          <li key={event.id}>
            <span title={event.type}>{toWords(event.type)}</span>
            <Actor event={event} />
            <span className={styles.muted}>
              <Time at={event.at} />
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Note>
          The first {events?.items.length} events are shown; there are {left} more.
        </Note>
      )}
    </Section>
  );
}
