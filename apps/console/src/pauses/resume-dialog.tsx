import type { Pause } from '@linework/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { ReasonField } from '../ui/reason-field.tsx';
import { shortStep } from '../ui/text/order-text.ts';
import { toPhrase } from '../ui/text/status-tone.ts';
import styles from './pauses.module.css';

export function ResumeDialog({ pause, onClose }: { readonly pause: Pause | undefined; readonly onClose: () => void }) {
  return (
    <Dialog
      open={pause !== undefined}
      onClose={onClose}
      title={t('Resume {what}', { what: toPhrase(shortStep(pause?.target ?? '')) })}
    >
      {pause !== undefined && <ResumeForm pause={pause} onClose={onClose} />}
    </Dialog>
  );
}

function ResumeForm({ pause, onClose }: { readonly pause: Pause; readonly onClose: () => void }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const end = useMutation({
    mutationFn: () =>
      linework.request<Pause>('POST', `/pauses/${pause.id}/resume`, { body: { reason: reason.trim() } }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['pauses'] });
    },
  });
  return (
    <DialogForm
      onSubmit={() => end.mutate()}
      error={end.error}
      command={t('Resume')}
      disabled={reason.trim() === '' || end.isPending}
    >
      <p className={styles.muted}>{t('Its orders go on within seconds, at most 2,000 of them each second.')}</p>
      <ReasonField value={reason} onChange={setReason} hint={t('The event of the pause keeps it, with your name.')} />
    </DialogForm>
  );
}
