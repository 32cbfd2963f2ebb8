import { Link } from '@tanstack/react-router';
import { CirclePause } from 'lucide-react';
import { t, tParts } from '../language/translate.ts';
import { ActorName } from '../ui/actor.tsx';
import { Time } from '../ui/time.tsx';
import { describeTarget, describeWaiting } from './pause-text.ts';
import styles from './pauses.module.css';
import { usePauses } from './use-pauses.ts';

/** A thin line above every page while something is paused, so that nobody takes waiting orders for lost ones. */
export function PauseBanner() {
  const pauses = usePauses().data?.items ?? [];
  const [only] = pauses;
  if (only === undefined) return null;
  const waiting = pauses.reduce((sum, { waitingCount }) => sum + waitingCount, 0);
  return (
    <aside className={styles.banner} aria-label={t('Paused now')}>
      <CirclePause size={14} aria-hidden />
      <span>
        {pauses.length > 1 ? (
          tParts('{pauses} stop orders', { pauses: <b>{t('{count} pauses', { count: pauses.length })}</b> })
        ) : (
          <>
            <b>{t('Paused:')}</b> {describeTarget(only)}
            {only.createdBy !== undefined && tParts(', by {actor}', { actor: <ActorName actor={only.createdBy} /> })}
            {only.endsAt !== undefined && tParts(', ends {time}', { time: <Time at={only.endsAt} /> })}
          </>
        )}
        ; {describeWaiting(waiting)}.
      </span>
      <Link to="/work">{t('Pauses')}</Link>
    </aside>
  );
}
