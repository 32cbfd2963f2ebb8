import { Link } from '@tanstack/react-router';
import { CirclePause } from 'lucide-react';
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
    <aside className={styles.banner} aria-label="Paused now">
      <CirclePause size={14} aria-hidden />
      <span>
        {pauses.length > 1 ? (
          <>
            <b>{pauses.length} pauses</b> stop orders
          </>
        ) : (
          <>
            <b>Paused:</b> {describeTarget(only)}
            {only.createdBy !== undefined && (
              <>
                , by <ActorName actor={only.createdBy} />
              </>
            )}
            {only.endsAt !== undefined && (
              <>
                , ends <Time at={only.endsAt} />
              </>
            )}
          </>
        )}
        ; {describeWaiting(waiting)}.
      </span>
      <Link to="/work">Pauses</Link>
    </aside>
  );
}
