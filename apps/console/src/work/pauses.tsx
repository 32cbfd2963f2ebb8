import type { Pause } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { numberText, t } from '../language/translate.ts';
import { type OrdersSearch, views } from '../orders/orders-search.ts';
import { ResumeDialog } from '../pauses/resume-dialog.tsx';
import { usePauses } from '../pauses/use-pauses.ts';
import { ActorName } from '../ui/actor.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { shortStep } from '../ui/text/order-text.ts';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import styles from './work.module.css';

/** What is stopped: who stopped it, why, until when, and how many orders wait for its end. */
export function Pauses({ canAct }: { readonly canAct: boolean }) {
  const [ending, setEnding] = useState<Pause | undefined>();
  const { data, error, isPending, refetch } = usePauses({ isAsked: true });
  if (isPending) return <Loading what={t('the pauses')} />;
  if (data === undefined) return <Failure error={error} onRetry={refetch} />;
  if (data.items.length === 0) {
    return (
      <Empty title={t('Nothing is paused')}>
        {t('Pause an order type, a step or a system: its orders are accepted, wait, and use no attempt.')}
      </Empty>
    );
  }
  return (
    <>
      <Table label={t('Pauses')} rows={data.items} keyOf={({ id }) => id} columns={columns(canAct, setEnding)} />
      <ResumeDialog pause={ending} onClose={() => setEnding(undefined)} />
    </>
  );
}

/** The orders that wait for a pause. All pauses have one filter; a type makes it narrower. */
const waitingSearch = ({ kind, target }: Pause): OrdersSearch => ({
  ...views[1].search,
  paused: 'true',
  ...(kind !== 'system' && { type: kind === 'step' ? target.slice(0, target.lastIndexOf('.')) : target }),
});

const columns = (canAct: boolean, onResume: (pause: Pause) => void): readonly TableColumn<Pause>[] => [
  {
    name: t('What'),
    cell: ({ kind, target }) => (
      <span className={styles.what}>
        <Badge tone="warning">{toWords(kind)}</Badge> {toWords(shortStep(target))}
      </span>
    ),
  },
  { name: t('Why'), cell: ({ reason }) => reason },
  {
    name: t('Who'),
    isWide: true,
    cell: ({ createdBy }) => (createdBy === undefined ? t('somebody') : <ActorName actor={createdBy} />),
  },
  {
    name: t('Orders that wait'),
    kind: 'number',
    cell: (pause) =>
      pause.waitingCount === 0 ? (
        <span className={styles.muted}>0</span>
      ) : (
        <Link to="/orders" search={waitingSearch(pause)}>
          {numberText(pause.waitingCount)}
        </Link>
      ),
  },
  { name: t('Since'), kind: 'time', isWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    name: t('Until'),
    kind: 'time',
    isWide: true,
    cell: ({ endsAt }) => (endsAt === undefined ? t('somebody resumes it') : <Time at={endsAt} />),
  },
  {
    name: t('Action'),
    kind: 'action',
    cell: (pause) => (
      <Button disabled={!canAct} onClick={() => onResume(pause)}>
        {t('Resume …')}
      </Button>
    ),
  },
];
