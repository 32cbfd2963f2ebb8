import { t } from '../language/translate.ts';
import { brokenPollMs } from '../live/live-stream.ts';
import { useLiveState } from '../live/use-live.ts';
import styles from './live-badge.module.css';

const texts = {
  connecting: { text: t('Connecting'), title: t('The page opens its stream of changes.') },
  live: { text: t('Live'), title: t('The server tells this page what has changed.') },
  broken: {
    text: t('Not live'),
    title: t(
      'The stream of changes broke. The page asks every {seconds} s, and reads what it missed ' +
        'when the stream is back.',
      { seconds: brokenPollMs / 1_000 },
    ),
  },
} as const;

/** Whether changes reach the page, or asks by itself. */
export function LiveBadge() {
  const state = useLiveState();
  const { text, title } = texts[state];
  return (
    <span role="status" className={styles.badge} data-state={state} title={title}>
      {text}
    </span>
  );
}
