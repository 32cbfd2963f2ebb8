import type { Pause } from '@linework/sdk';
import { CirclePause } from 'lucide-react';
import { useState } from 'react';
import { mayDo, useSession } from '../api/session.ts';
import { t, tParts } from '../language/translate.ts';
import { ActorName } from '../ui/actor.tsx';
import { Button } from '../ui/button.tsx';
import { Time } from '../ui/time.tsx';
import { describeWaiting } from './pause-text.ts';
import styles from './pauses.module.css';
import { ResumeDialog } from './resume-dialog.tsx';

/** A pause on the page of what it stops. */
export function PauseRow({ pause }: { readonly pause: Pause }) {
  const canAct = mayDo(useSession().data, 'operator');
  const [isEnding, setEnding] = useState(false);
  return (
    <div className={styles.row}>
      <CirclePause size={14} aria-hidden />
      <span>
        {tParts('{actor} has paused this step {time}: “{reason}”. {waiting}.', {
          actor: pause.createdBy === undefined ? t('Somebody') : <ActorName actor={pause.createdBy} />,
          time: <Time at={pause.createdAt} />,
          reason: pause.reason,
          waiting: describeWaiting(pause.waitingCount),
        })}
      </span>
      <Button disabled={!canAct} onClick={() => setEnding(true)}>
        {t('Resume …')}
      </Button>
      <ResumeDialog pause={isEnding ? pause : undefined} onClose={() => setEnding(false)} />
    </div>
  );
}
