import type { WebhookDelivery, WebhookDeliveryWithAttempts } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { mayAct, useSession } from '../api/session.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import dialogStyles from '../ui/dialog.module.css';
import { Dialog } from '../ui/dialog.tsx';
import { Failure, Loading, Note } from '../ui/state.tsx';
import { durationText } from '../ui/text/relative-time.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import { DueTime, Time } from '../ui/time.tsx';
import styles from './webhooks.module.css';

/** One delivery with each call of the receiver, and what the receiver answered. */
export function DeliveryDialog({
  deliveryId,
  onClose,
}: {
  readonly deliveryId: string | undefined;
  readonly onClose: () => void;
}) {
  return (
    <Dialog open={deliveryId !== undefined} onClose={onClose} title="Delivery">
      {deliveryId !== undefined && <Delivery deliveryId={deliveryId} />}
    </Dialog>
  );
}

function Delivery({ deliveryId }: { readonly deliveryId: string }) {
  const client = useQueryClient();
  const canAct = mayAct(useSession().data);
  const delivery = useQuery({
    queryKey: ['webhook-deliveries', 'one', deliveryId],
    queryFn: ({ signal }) =>
      linework.request<WebhookDeliveryWithAttempts>('GET', `/webhook-deliveries/${deliveryId}`, { signal }),
  });
  const resend = useMutation({
    mutationFn: () => linework.request<WebhookDelivery>('POST', `/webhook-deliveries/${deliveryId}/resend`),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhook-deliveries'] }),
  });
  if (delivery.isPending) return <Loading what="the delivery" />;
  if (delivery.data === undefined) return <Failure error={delivery.error} onRetry={delivery.refetch} />;
  const { status, eventType, eventId, calls, reason, dueAt, cause } = delivery.data;
  return (
    <>
      <p className={styles.what}>
        <StatusBadge status={status} /> {toWords(eventType)}
        {eventId !== undefined && <code className={styles.muted}>{eventId}</code>}
      </p>
      {dueAt !== undefined && (
        <p className={styles.muted}>
          The next try is <DueTime at={dueAt} />.
        </p>
      )}
      {status === 'failed' && <Note danger>It is not tried again: {toPhrase(reason ?? 'unknown')}.</Note>}
      <ol className={styles.calls}>
        {calls.map(({ number, outcome, responseCode, reason: why, responseBody, durationMs, startedAt }) => (
          <li key={number}>
            <StatusBadge status={outcome ?? 'delivering'} /> {responseCode} {why !== undefined && toPhrase(why)}
            <span className={styles.muted}>
              {durationMs !== undefined && durationText(durationMs)}, <Time at={startedAt} />
            </span>
            {responseBody !== undefined && responseBody !== '' && <pre className={styles.answer}>{responseBody}</pre>}
          </li>
        ))}
      </ol>
      {calls.length === 0 && <p className={styles.muted}>The receiver was not called yet.</p>}
      <div role="status">
        {resend.isSuccess && <Note>The event is sent again by a new delivery.</Note>}
        {resend.isError && <Note danger>{describeError(resend.error).detail}</Note>}
      </div>
      <div className={dialogStyles.actions}>
        <Button disabled={!canAct || cause === 'test' || resend.isPending} onClick={() => resend.mutate()}>
          Send again
        </Button>
      </div>
    </>
  );
}
