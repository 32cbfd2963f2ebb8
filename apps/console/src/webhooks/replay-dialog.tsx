import type { WebhookReplay } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, SelectField } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
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
  ['1', t('the last hour')],
  ['6', t('the last 6 hours')],
  ['24', t('the last day')],
  ['72', t('the last 3 days')],
] as const;

const sinceOf = ({ hours, openedAt }: { readonly hours: string; readonly openedAt: string }): string =>
  new Date(Date.parse(openedAt) - Number(hours) * hourMs).toISOString();

function ReplayForm({ endpointId, onClose }: { readonly endpointId: string; readonly onClose: () => void }) {
  const replays = `/webhook-endpoints/${endpointId}/replays` as const;
  const form = useForm({
    name: `webhook:${endpointId}:replay`,
    initial: { hours: choices[0][0] as string, openedAt: new Date().toISOString() },
    // The last hour is that of now.
    isFixed: true,
    send: (values, options) =>
      linework.request<WebhookReplay>('POST', replays, {
        ...options,
        body: { missingSince: sinceOf(values), dryRun: false },
      }),
    onSent: onClose,
    readAgain: ['webhook-deliveries'],
  });
  const missingSince = sinceOf(form.values);
  const dryRun = useQuery({
    queryKey: ['webhook-replay', endpointId, missingSince],
    queryFn: ({ signal }) =>
      linework.request<WebhookReplay>('POST', replays, { body: { missingSince, dryRun: true }, signal }),
    gcTime: 0,
  });
  const count = dryRun.data?.count ?? 0;
  return (
    <Form
      form={form}
      command={t('Send {count} event | Send {count} events', { count })}
      disabled={count === 0 || dryRun.isFetching}
    >
      <p className={styles.muted}>
        {t(
          'Sends the events that have no delivery that was accepted or is under way. Each keeps its id, so that the ' +
            'receiver knows it.',
        )}
      </p>
      <SelectField name="hours" label={t('Of [a period]')} options={choices} />
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
    </Form>
  );
}
