import type { WebhookDelivery, WebhookDeliveryWithAttempts, WebhookEndpoint } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { mayAct, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { IdFact } from '../records/id-fact.tsx';
import { RecordState } from '../records/record-state.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Note } from '../ui/state.tsx';
import { durationText } from '../ui/text/relative-time.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import { DueTime, Time } from '../ui/time.tsx';
import styles from './webhooks.module.css';

const route = getRouteApi('/deliveries/$deliveryId');
const parent = { to: '/webhooks', name: 'Webhooks' } as const;

/** One event for one receiver: each call, what the receiver answered, and when it is called again. */
export function DeliveryPage() {
  const { deliveryId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['webhook-deliveries', 'one', deliveryId],
    queryFn: ({ signal }) =>
      linework.request<WebhookDeliveryWithAttempts>('GET', `/webhook-deliveries/${deliveryId}`, { signal }),
  });
  if (data === undefined) return <RecordState what="Delivery" parent={parent} error={error} onRetry={refetch} />;
  return (
    <Page
      scrolls
      title={toWords(data.eventType)}
      name={`Delivery of ${data.eventType}`}
      parent={parent}
      beside={<StatusBadge status={data.status} />}
      actions={<SendAgain key={deliveryId} delivery={data} />}
    >
      {data.status === 'failed' && (
        <div className={styles.why}>
          <Note danger>It is not tried again: {toPhrase(data.reason ?? 'unknown')}.</Note>
        </div>
      )}
      <DeliveryFacts delivery={data} />
      <Section title="Attempts" beside={<span className={styles.muted}>{data.attempts.toLocaleString('en')}</span>}>
        <Attempts delivery={data} />
      </Section>
    </Page>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: WebhookDelivery }) {
  const brokerName = useBrokerName();
  const { id, endpointId, brokerId, eventId, cause, causeId, createdAt, deliveredAt, dueAt } = delivery;
  const endpoint = useQuery({
    queryKey: ['webhook-endpoints', endpointId],
    queryFn: ({ signal }) => linework.request<WebhookEndpoint>('GET', `/webhook-endpoints/${endpointId}`, { signal }),
  });
  return (
    <Facts>
      <Fact name="Receiver">
        <Link to="/webhooks/$endpointId" params={{ endpointId }}>
          {endpoint.data?.description ?? endpoint.data?.url ?? 'endpoint'}
        </Link>
      </Fact>
      <Fact name="Broker">{brokerId === undefined ? 'the operators' : brokerName(brokerId)}</Fact>
      <RecordFact delivery={delivery} />
      <Fact name="Cause">
        {causeTexts[cause]}{' '}
        {cause === 'manual' && causeId !== undefined && (
          <Link to="/deliveries/$deliveryId" params={{ deliveryId: causeId }}>
            after this one
          </Link>
        )}
      </Fact>
      <Fact name="Created">
        <Time at={createdAt} />
      </Fact>
      {deliveredAt !== undefined && (
        <Fact name="Delivered">
          <Time at={deliveredAt} />
        </Fact>
      )}
      {dueAt !== undefined && (
        <Fact name="Next attempt">
          <DueTime at={dueAt} />
        </Fact>
      )}
      {eventId !== undefined && <IdFact name="Event" id={eventId} />}
      <IdFact name="Delivery" id={id} />
    </Facts>
  );
}

/** The record that the event is about, where it has a page. */
function RecordFact({ delivery: { eventType, resourceId } }: { readonly delivery: WebhookDelivery }) {
  if (resourceId === undefined) return null;
  const kind = eventType.split('.')[0] ?? '';
  return (
    <Fact name="About">
      {kind === 'line' ? (
        <Link to="/lines/$lineId" params={{ lineId: resourceId }}>
          a line
        </Link>
      ) : kind === 'order' ? (
        <Link to="/orders/$orderId" params={{ orderId: resourceId }}>
          an order
        </Link>
      ) : kind === 'resource' ? (
        <Link to="/resources/$resourceId" params={{ resourceId }}>
          a number or SIM
        </Link>
      ) : kind === 'pool' ? (
        <Link to="/pools/$poolId" params={{ poolId: resourceId }}>
          a pool
        </Link>
      ) : (
        toPhrase(kind)
      )}
    </Fact>
  );
}

const causeTexts: Readonly<Record<WebhookDelivery['cause'], string>> = {
  event: 'it happened',
  manual: 'sent again',
  replay: 'a replay',
  test: 'a sample',
};

/** The calls of the receiver, the newest first, and above them the next one. */
function Attempts({ delivery: { calls, attempts, dueAt } }: { readonly delivery: WebhookDeliveryWithAttempts }) {
  return (
    <ol className={styles.calls}>
      {dueAt !== undefined && (
        <li>
          <StatusBadge status="waiting" /> attempt {attempts + 1}
          <span className={styles.muted}>
            <DueTime at={dueAt} />
          </span>
        </li>
      )}
      {calls.toReversed().map(({ number, outcome, responseCode, reason, responseBody, durationMs, startedAt }) => (
        <li key={number}>
          <StatusBadge status={outcome ?? 'delivering'} /> attempt {number}
          <b>{responseCode}</b> {reason !== undefined && toPhrase(reason)}
          <span className={styles.muted}>
            {durationMs !== undefined && `took ${durationText(durationMs)}, `}
            <Time at={startedAt} />
          </span>
          {responseBody !== undefined && responseBody !== '' && <pre className={styles.answer}>{responseBody}</pre>}
        </li>
      ))}
      {calls.length === 0 && dueAt === undefined && <li className={styles.muted}>The receiver was not called yet.</li>}
    </ol>
  );
}

/** Sends the event once more, by a delivery of its own. */
function SendAgain({ delivery: { id, cause } }: { readonly delivery: WebhookDelivery }) {
  const client = useQueryClient();
  const canAct = mayAct(useSession().data);
  const resend = useMutation({
    mutationFn: () => linework.request<WebhookDelivery>('POST', `/webhook-deliveries/${id}/resend`),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhook-deliveries'] }),
  });
  return (
    <>
      <span role="status">
        {resend.isSuccess && (
          <>
            Sent again:{' '}
            <Link to="/deliveries/$deliveryId" params={{ deliveryId: resend.data.id }}>
              the new delivery
            </Link>
          </>
        )}
      </span>
      {resend.isError && <Note danger>{describeError(resend.error).detail}</Note>}
      <Button
        disabled={!canAct || cause === 'test' || resend.isPending}
        title={canAct ? undefined : 'A viewer cannot send an event.'}
        onClick={() => resend.mutate()}
      >
        Send again
      </Button>
    </>
  );
}
