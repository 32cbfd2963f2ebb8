import type { WebhookEndpoint } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { mayDo, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { RecordState } from '../records/record-state.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Page } from '../ui/page.tsx';
import { Note } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { Deliveries } from './deliveries.tsx';
import { endpointState } from './endpoint-state.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import styles from './webhooks.module.css';

const route = getRouteApi('/webhooks/$endpointId');
const parent = { to: '/webhooks', name: t('Webhooks') } as const;

export function EndpointPage() {
  const { endpointId } = route.useParams();
  const { status } = route.useSearch();
  const navigate = useNavigate();
  const endpoint = useQuery({
    queryKey: ['webhook-endpoints', endpointId],
    queryFn: async ({ signal }) => await linework.webhookEndpoints.get(endpointId, { signal }),
  });
  if (endpoint.data === undefined) {
    return (
      <RecordState what={t('Webhook endpoint')} parent={parent} error={endpoint.error} onRetry={endpoint.refetch} />
    );
  }
  const onStatus = (next: string | undefined) =>
    void navigate({ to: '/webhooks/$endpointId', params: { endpointId }, search: { status: next } });
  return (
    <Page
      title={endpoint.data.description ?? endpoint.data.url}
      name={t('Webhook {endpoint}', { endpoint: endpoint.data.description ?? endpoint.data.url })}
      parent={parent}
      beside={<StatusBadge kind="webhook-endpoint" status={endpointState(endpoint.data)} />}
      actions={
        <>
          <CsvButton path="/webhook-deliveries" query={{ endpointId, status }} />
          <Actions endpoint={endpoint.data} />
        </>
      }
    >
      <div className={styles.facts}>
        <EndpointFacts endpoint={endpoint.data} />
      </div>
      <Deliveries endpointId={endpointId} status={status} onStatus={onStatus} />
    </Page>
  );
}

function EndpointFacts({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const brokerName = useBrokerName();
  const { id, url, types, brokerId, failingSince, disabledReason, payload, ordering } = endpoint;
  return (
    <Facts>
      <Fact name={t('Address')}>{url}</Fact>
      <Fact name={t('Endpoint')}>
        <code>{id}</code> <Copy text={id} what={t('the id of the endpoint')} />
      </Fact>
      <Fact name={t('Broker')}>{brokerId === undefined ? t('the operators') : brokerName(brokerId)}</Fact>
      <Fact name={t('Events')}>{types.join(', ')}</Fact>
      <Fact name={t('Payload')}>
        {ordering === 'resource' ? t('{payload}, in the order of each record', { payload }) : payload}
      </Fact>
      {failingSince !== undefined && (
        <Fact name={t('Failing since')}>
          <Time at={failingSince} />
        </Fact>
      )}
      {disabledReason !== undefined && <Fact name={t('Disabled because')}>{disabledTexts[disabledReason]}</Fact>}
    </Facts>
  );
}

const disabledTexts: Readonly<Record<NonNullable<WebhookEndpoint['disabledReason']>, string>> = {
  requested: t('somebody asked for it'),
  gone: t('the receiver answered 410'),
  failing: t('no delivery succeeded for days'),
  'key-ended': t('the key or the person that chose its address has ended; an administrator enables it'),
};

/** A test, a replay, and the end or the new begin of its deliveries. */
function Actions({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const client = useQueryClient();
  const canAct = mayDo(useSession().data, 'webhooks:write');
  const [open, setOpen] = useState<'test' | 'replay' | undefined>();
  const isEnabled = endpoint.status === 'enabled';
  const move = useMutation({
    mutationFn: () =>
      linework.request<WebhookEndpoint>(
        'POST',
        `/webhook-endpoints/${endpoint.id}/${isEnabled ? 'disable' : 'enable'}`,
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhook-endpoints'] }),
  });
  const close = () => setOpen(undefined);
  return (
    <>
      {move.isError && <Note danger>{describeError(move.error).detail}</Note>}
      <Button disabled={!canAct} onClick={() => setOpen('test')}>
        {t('Send a sample …')}
      </Button>
      <Button disabled={!canAct} onClick={() => setOpen('replay')}>
        {t('Replay …')}
      </Button>
      <Button
        disabled={!canAct || move.isPending}
        title={isEnabled ? t('Its events are held from now on') : t('All events that were held are delivered now')}
        onClick={() => move.mutate()}
      >
        {isEnabled ? t('Disable') : t('Enable')}
      </Button>
      <TestDialog endpointId={endpoint.id} open={open === 'test'} onClose={close} />
      <ReplayDialog endpointId={endpoint.id} open={open === 'replay'} onClose={close} />
    </>
  );
}
