import type { WebhookReplay } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import fieldStyles from '../ui/field.module.css';
import { Note } from '../ui/state.tsx';
import styles from './webhooks.module.css';

interface ReplayDialogProps {
  readonly endpointId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Counts first how many events the receiver has missed, and sends them only then. */
export function ReplayDialog({ endpointId, open, onClose }: ReplayDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Replay what is missing')}>
      {open && <ReplayForm endpointId={endpointId} onClose={onClose} />}
    </Dialog>
  );
}

const hourMs = 3_600_000;
const choices = [
  [1, t('the last hour')],
  [6, t('the last 6 hours')],
  [24, t('the last day')],
  [72, t('the last 3 days')],
] as const;

function ReplayForm({ endpointId, onClose }: { readonly endpointId: string; readonly onClose: () => void }) {
  const client = useQueryClient();
  const [openedAt] = useState(Date.now);
  const [hours, setHours] = useState(1);
  const missingSince = new Date(openedAt - hours * hourMs).toISOString();
  const send = (dryRun: boolean, signal?: AbortSignal) =>
    linework.request<WebhookReplay>('POST', `/webhook-endpoints/${endpointId}/replays`, {
      body: { missingSince, dryRun },
      ...(signal && { signal }),
    });
  const dryRun = useQuery({
    queryKey: ['webhook-replay', endpointId, missingSince],
    queryFn: ({ signal }) => send(true, signal),
    gcTime: 0,
  });
  const replay = useMutation({
    mutationFn: () => send(false),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['webhook-deliveries'] });
    },
  });
  const count = dryRun.data?.count ?? 0;
  return (
    <DialogForm
      onSubmit={() => replay.mutate()}
      error={replay.error}
      command={t('Send {count} event | Send {count} events', { count })}
      disabled={count === 0 || dryRun.isFetching || replay.isPending}
    >
      <p className={styles.muted}>
        {t(
          'Sends the events that have no delivery that was accepted or is under way. Each keeps its id, so that the ' +
            'receiver knows it.',
        )}
      </p>
      <label className={fieldStyles.field}>
        {t('Of [a period]')}
        <select value={hours} onChange={(event) => setHours(Number(event.target.value))}>
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <div role="status">
        {dryRun.isError ? (
          <Note danger>{describeError(dryRun.error).detail}</Note>
        ) : (
          <Note>
            {dryRun.data === undefined
              ? t('Counting the events …')
              : t(
                  '{count} event is missing. 50 a second are sent. | {count} events are missing. 50 a second are sent.',
                  { count },
                )}
          </Note>
        )}
      </div>
    </DialogForm>
  );
}
