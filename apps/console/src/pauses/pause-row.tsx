import type { Pause } from '@linework/sdk';
import { CirclePause } from 'lucide-react';
import { useState } from 'react';
import { mayAct, useSession } from '../api/session.ts';
import { ActorName } from '../ui/actor.tsx';
import { Button } from '../ui/button.tsx';
import { Time } from '../ui/time.tsx';
import { describeWaiting } from './pause-text.ts';
import styles from './pauses.module.css';
import { ResumeDialog } from './resume-dialog.tsx';

/** A pause on the page of what it stops. */
export function PauseRow({ pause }: { readonly pause: Pause }) {
  const canAct = mayAct(useSession().data);
  const [isEnding, setEnding] = useState(false);
  return (
    <div className={styles.row}>
      <CirclePause size={14} aria-hidden />
      <span>
        {pause.createdBy === undefined ? 'Somebody' : <ActorName actor={pause.createdBy} />} has paused this step{' '}
        <Time at={pause.createdAt} />: “{pause.reason}”. {describeWaiting(pause.waitingCount)}.
      </span>
      <Button disabled={!canAct} onClick={() => setEnding(true)}>
        Resume …
      </Button>
      <ResumeDialog pause={isEnding ? pause : undefined} onClose={() => setEnding(false)} />
    </div>
  );
}
