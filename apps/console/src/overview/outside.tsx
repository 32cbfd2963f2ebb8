import type { Backlog } from '@linework/sdk';
import { Section } from '../ui/page.tsx';
import { durationText } from '../ui/text/relative-time.ts';
import { toWords } from '../ui/text/status-tone.ts';
import styles from './overview.module.css';

/** What waits for others: the partners, the receivers of webhooks, and the readers of the feed. */
export function Outside({ partners, webhooks, events }: Pick<Backlog, 'partners' | 'webhooks' | 'events'>) {
  const waits = partners.map(
    ({ kind, waitingCount, stoppedCount, oldestSeconds }) =>
      [
        toWords(kind),
        `${describeCounts(waitingCount, stoppedCount)}, the oldest since ${durationText(oldestSeconds * 1_000)}`,
      ] as const,
  );
  const lag = (seconds: number) => (seconds < 1 ? 'up to date' : `${durationText(seconds * 1_000)} behind`);
  return (
    <Section title="Partners, webhooks and events">
      <dl className={styles.outside}>
        {waits.map(([name, text]) => (
          <Wait key={name} name={name} text={text} />
        ))}
        {waits.length === 0 && <Wait name="Partners" text="no call waits for an answer" />}
        <Wait name="Webhooks" text={lag(webhooks.oldestDueSeconds)} />
        <Wait name="Feed of events" text={lag(events.oldestSeconds)} />
      </dl>
    </Section>
  );
}

function Wait({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  );
}

function describeCounts(waiting: number, stopped: number): string {
  const parts = [
    waiting > 0 && `${waiting.toLocaleString('en')} wait for the partner`,
    stopped > 0 && `${stopped.toLocaleString('en')} for a decision`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}
