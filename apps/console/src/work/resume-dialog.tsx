import type { Pause } from '@linework/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { shortStep } from '../orders/order-text.ts';
import { Button } from '../ui/button.tsx';
import dialogStyles from '../ui/dialog.module.css';
import { Dialog } from '../ui/dialog.tsx';
import { ReasonField } from '../ui/reason-field.tsx';
import { Note } from '../ui/state.tsx';
import { toWords } from '../ui/status-tone.ts';
import styles from './work.module.css';

export function ResumeDialog({ pause, onClose }: { readonly pause: Pause | undefined; readonly onClose: () => void }) {
  return (
    <Dialog open={pause !== undefined} onClose={onClose} title={`Start ${toWords(shortStep(pause?.target ?? '')).toLowerCase()} again`}>
      {pause !== undefined && <ResumeForm pause={pause} onClose={onClose} />}
    </Dialog>
  );
}

function ResumeForm({ pause, onClose }: { readonly pause: Pause; readonly onClose: () => void }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const end = useMutation({
    mutationFn: () => linework.request<Pause>('POST', `/pauses/${pause.id}/resume`, { body: { reason: reason.trim() } }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['pauses'] });
    },
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        end.mutate();
      }}
    >
      <p className={styles.muted}>Its orders go on within seconds, at most 2,000 of them each second.</p>
      <ReasonField value={reason} onChange={setReason} hint="Is kept in the event of the pause, with your name." />
      <div role="alert">{end.isError && <Note danger>{describeError(end.error).detail}</Note>}</div>
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>Leave it</Button>
        <Button type="submit" kind="primary" disabled={reason.trim() === '' || end.isPending}>
          Start again
        </Button>
      </div>
    </form>
  );
}
