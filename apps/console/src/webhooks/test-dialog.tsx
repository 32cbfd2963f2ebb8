import type { WebhookTest } from '@linework/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
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
    <Dialog open={open} onClose={onClose} title="Send a sample">
      {open && <TestForm endpointId={endpointId} />}
    </Dialog>
  );
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
      command={test.isPending ? 'Sending …' : 'Send the sample'}
      disabled={test.isPending}
    >
      <p className={styles.muted}>
        The receiver gets one signed event with invented ids. It is not repeated, and works while the endpoint is
        disabled too.
      </p>
      <label className={fieldStyles.field}>
        Event
        <select name="type">
          {sampleTypes.map((type) => (
            <option key={type} value={type}>
              {toWords(type)}
            </option>
          ))}
        </select>
      </label>
      <div role="status">
        {test.data !== undefined && (
          <Note danger={!test.data.delivered}>
            {test.data.delivered
              ? 'The receiver accepted it'
              : `It was not delivered: ${toPhrase(test.data.reason ?? 'unknown')}`}
            {test.data.responseCode !== undefined && `, status ${test.data.responseCode}`}
            {test.data.durationMs !== undefined && `, ${durationText(test.data.durationMs)}`}.
          </Note>
        )}
      </div>
    </DialogForm>
  );
}
