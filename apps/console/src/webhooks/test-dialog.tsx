import type { WebhookTest } from '@linework/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import fieldStyles from '../ui/field.module.css';
import { Note } from '../ui/state.tsx';
import { durationText } from '../ui/text/relative-time.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import styles from './webhooks.module.css';

const sampleTypes = [
  'line.activated',
  'line.blocked',
  'order.completed',
  'order.failed',
  'pool.low_availability_reached',
] as const;

interface TestDialogProps {
  readonly endpointId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Sends one signed sample and shows what the receiver answered. */
export function TestDialog({ endpointId, open, onClose }: TestDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Send a sample')}>
      {open && <TestForm endpointId={endpointId} />}
    </Dialog>
  );
}

/** What became of the sample, the status of the answer and how long it took. */
function describeTest({ delivered, reason, responseCode, durationMs }: WebhookTest): string {
  const parts = [
    delivered
      ? t('The receiver accepted it')
      : t('It was not delivered: {reason}', { reason: reason === undefined ? t('unknown') : toPhrase(reason) }),
    responseCode !== undefined && t('status {code}', { code: String(responseCode) }),
    durationMs !== undefined && durationText(durationMs),
  ];
  return `${parts.filter((part) => part !== false).join(', ')}.`;
}

function TestForm({ endpointId }: { readonly endpointId: string }) {
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: (type: string) =>
      linework.request<WebhookTest>('POST', `/webhook-endpoints/${endpointId}/test`, { body: { type } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhook-deliveries'] }),
  });
  return (
    <DialogForm
      onSubmit={(data) => test.mutate(String(data.get('type')))}
      error={test.error}
      command={test.isPending ? t('Sending …') : t('Send the sample')}
      disabled={test.isPending}
    >
      <p className={styles.muted}>
        {t(
          'The receiver gets one signed event with invented ids. It is not repeated, and works while the endpoint is ' +
            'disabled too.',
        )}
      </p>
      <label className={fieldStyles.field}>
        {t('Event')}
        <select name="type">
          {sampleTypes.map((type) => (
            <option key={type} value={type}>
              {toWords(type)}
            </option>
          ))}
        </select>
      </label>
      <div role="status">
        {test.data !== undefined && <Note danger={!test.data.delivered}>{describeTest(test.data)}</Note>}
      </div>
    </DialogForm>
  );
}
