import { t } from '../language/translate.ts';
import { dateTimeText, exactTime, relativeToTick } from './text/relative-time.ts';
import styles from './time.module.css';
import { useNow } from './use-now.ts';

/** The time at which something is to be done. From then on it is due. */
export function DueTime({ at }: { readonly at: string | undefined }) {
  const now = useNow();
  if (at === undefined || Date.parse(at) > now) return <Time at={at} />;
  return (
    <time dateTime={at} title={exactTime(at)}>
      {t('due')}
    </time>
  );
}

/** A relative time; the exact one is in its title. */
export function Time({ at }: { readonly at: string | undefined }) {
  const now = useNow();
  if (at === undefined) return <span>–</span>;
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeToTick(Date.parse(at), now, Date.now())}
    </time>
  );
}

/** The day and the minute, for what is compared with other times. */
export const DateTime = ({ at }: { readonly at: string }) => (
  <time className={styles.nowrap} dateTime={at} title={exactTime(at)}>
    {dateTimeText(at)}
  </time>
);
