import type { Pause } from '@linework/sdk';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, ReasonField } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
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

function ResumeForm({ pause: { id }, onClose }: { readonly pause: Pause; readonly onClose: () => void }) {
  const form = useForm({
    name: `pause:${id}:resume`,
    initial: { reason: '' },
    required: ['reason'],
    send: ({ reason }, options) =>
      linework.request<Pause>('POST', `/pauses/${id}/resume`, { ...options, body: { reason: reason.trim() } }),
    onSent: onClose,
    readAgain: ['pauses'],
  });
  return (
    <Form form={form} command={t('Resume')}>
      <p className={styles.muted}>{t('Its orders go on within seconds, at most 2,000 of them each second.')}</p>
      <ReasonField hint={t('The event of the pause keeps it, with your name.')} />
    </Form>
  );
}
