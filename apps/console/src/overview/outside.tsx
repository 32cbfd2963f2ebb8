import type { Backlog } from '@linework/sdk';
import { t } from '../language/translate.ts';
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
        t('{waits}, the oldest since {time}', {
          waits: describeCounts(waitingCount, stoppedCount),
          time: durationText(oldestSeconds * 1_000),
        }),
      ] as const,
  );
  const lag = (seconds: number) =>
    seconds < 1 ? t('up to date') : t('{time} behind', { time: durationText(seconds * 1_000) });
  return (
    <Section title={t('Partners, webhooks and events')}>
      <dl className={styles.outside}>
        {waits.map(([name, text]) => (
          <Wait key={name} name={name} text={text} />
        ))}
        {waits.length === 0 && <Wait name={t('Partners')} text={t('no call waits for an answer')} />}
        <Wait name={t('Webhooks')} text={lag(webhooks.oldestDueSeconds)} />
        <Wait name={t('Feed of events')} text={lag(events.oldestSeconds)} />
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
    waiting > 0 && t('{count} waits for the partner | {count} wait for the partner', { count: waiting }),
    stopped > 0 && t('{count} for a decision', { count: stopped }),
  ];
  return parts.filter((part) => part !== false).join(', ');
}
