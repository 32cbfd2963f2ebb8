import type { WebhookDelivery, WebhookDeliveryWithAttempts, WebhookEndpoint } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { mayDo, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { numberText, t, tParts } from '../language/translate.ts';
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
const parent = { to: '/webhooks', name: t('Webhooks') } as const;

/** One event for one receiver: each call, what the receiver answered, and when it is called again. */
export function DeliveryPage() {
  const { deliveryId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['webhook-deliveries', 'one', deliveryId],
    queryFn: ({ signal }) =>
      linework.request<WebhookDeliveryWithAttempts>('GET', `/webhook-deliveries/${deliveryId}`, { signal }),
  });
  if (data === undefined) return <RecordState what={t('Delivery')} parent={parent} error={error} onRetry={refetch} />;
  return (
    <Page
      scrolls
      title={toWords(data.eventType)}
      name={t('Delivery of {type}', { type: data.eventType })}
      parent={parent}
      beside={<StatusBadge kind="webhook-delivery" status={data.status} />}
      actions={<SendAgain key={deliveryId} delivery={data} />}
    >
      {data.status === 'failed' && (
        <div className={styles.why}>
          <Note danger>
            {t('It is not tried again: {reason}.', {
              reason: data.reason === undefined ? t('unknown') : toPhrase(data.reason),
            })}
          </Note>
        </div>
      )}
      <DeliveryFacts delivery={data} />
      <Section title={t('Attempts')} beside={<span className={styles.muted}>{numberText(data.attempts)}</span>}>
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
      <Fact name={t('Receiver')}>
        <Link to="/webhooks/$endpointId" params={{ endpointId }}>
          {endpoint.data?.description ?? endpoint.data?.url ?? t('endpoint')}
        </Link>
      </Fact>
      <Fact name={t('Broker')}>{brokerId === undefined ? t('the operators') : brokerName(brokerId)}</Fact>
      <RecordFact delivery={delivery} />
      <Fact name={t('Cause')}>
        {causeTexts[cause]}{' '}
        {cause === 'manual' && causeId !== undefined && (
          <Link to="/deliveries/$deliveryId" params={{ deliveryId: causeId }}>
            {t('after this one')}
          </Link>
        )}
      </Fact>
      <Fact name={t('Created')}>
        <Time at={createdAt} />
      </Fact>
      {deliveredAt !== undefined && (
        <Fact name={t('Delivered')}>
          <Time at={deliveredAt} />
        </Fact>
      )}
      {dueAt !== undefined && (
        <Fact name={t('Next attempt')}>
          <DueTime at={dueAt} />
        </Fact>
      )}
      {eventId !== undefined && <IdFact name={t('Event')} id={eventId} />}
      <IdFact name={t('Delivery')} id={id} />
    </Facts>
  );
}

/** The record that the event is about, where it has a page. */
function RecordFact({ delivery: { eventType, resourceId } }: { readonly delivery: WebhookDelivery }) {
  if (resourceId === undefined) return null;
  const kind = eventType.split('.')[0] ?? '';
  return (
    <Fact name={t('About')}>
      {kind === 'line' ? (
        <Link to="/lines/$lineId" params={{ lineId: resourceId }}>
          {t('a line')}
        </Link>
      ) : kind === 'order' ? (
        <Link to="/orders/$orderId" params={{ orderId: resourceId }}>
          {t('an order')}
        </Link>
      ) : kind === 'resource' ? (
        <Link to="/resources/$resourceId" params={{ resourceId }}>
          {t('a number or SIM')}
        </Link>
      ) : kind === 'pool' ? (
        <Link to="/pools/$poolId" params={{ poolId: resourceId }}>
          {t('a pool')}
        </Link>
      ) : (
        toPhrase(kind)
      )}
    </Fact>
  );
}

const causeTexts: Readonly<Record<WebhookDelivery['cause'], string>> = {
  event: t('it happened'),
  manual: t('sent again'),
  replay: t('a replay'),
  test: t('a sample'),
};

/** The calls of the receiver, the newest first, and above them the next one. */
function Attempts({ delivery: { calls, attempts, dueAt } }: { readonly delivery: WebhookDeliveryWithAttempts }) {
  return (
    <ol className={styles.calls}>
      {dueAt !== undefined && (
        <li>
          <StatusBadge kind="attempt" status="waiting" /> {t('attempt {number}', { number: attempts + 1 })}
          <span className={styles.muted}>
            <DueTime at={dueAt} />
          </span>
        </li>
      )}
      {calls.toReversed().map(({ number, outcome, responseCode, reason, responseBody, durationMs, startedAt }) => (
        <li key={number}>
          <StatusBadge kind="attempt" status={outcome ?? 'delivering'} /> {t('attempt {number}', { number })}
          <b>{responseCode}</b> {reason !== undefined && toPhrase(reason)}
          <span className={styles.muted}>
            {durationMs === undefined ? (
              <Time at={startedAt} />
            ) : (
              tParts('took {time}, {start}', {
                time: durationText(durationMs),
                start: <Time at={startedAt} />,
              })
            )}
          </span>
          {responseBody !== undefined && responseBody !== '' && <pre className={styles.answer}>{responseBody}</pre>}
        </li>
      ))}
      {calls.length === 0 && dueAt === undefined && (
        <li className={styles.muted}>{t('The receiver was not called yet.')}</li>
      )}
    </ol>
  );
}

/** Sends the event once more, by a delivery of its own. */
function SendAgain({ delivery: { id, cause } }: { readonly delivery: WebhookDelivery }) {
  const client = useQueryClient();
  const canAct = mayDo(useSession().data, 'webhooks:write');
  const resend = useMutation({
    mutationFn: () => linework.request<WebhookDelivery>('POST', `/webhook-deliveries/${id}/resend`),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhook-deliveries'] }),
  });
  return (
    <>
      <span role="status">
        {resend.isSuccess &&
          tParts('Sent again: {delivery}', {
            delivery: (
              <Link to="/deliveries/$deliveryId" params={{ deliveryId: resend.data.id }}>
                {t('the new delivery')}
              </Link>
            ),
          })}
      </span>
      {resend.isError && <Note danger>{describeError(resend.error).detail}</Note>}
      <Button
        disabled={!canAct || cause === 'test' || resend.isPending}
        title={canAct ? undefined : t('Your role cannot send an event.')}
        onClick={() => resend.mutate()}
      >
        {t('Send again')}
      </Button>
    </>
  );
}
