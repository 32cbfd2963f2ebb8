import { partnerOf } from '@linework/schemas/unanswered-calls/unanswered-call';
import type { Page as ListPage, UnansweredCall } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { mayDo, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { AskAgainDialog, DecideDialog } from './unanswered-dialogs.tsx';

const route = getRouteApi('/unanswered');

const states = [
  ['STOPPED', t('Stopped')],
  ['WAITING', t('Waiting')],
  ['ENDED', t('Ended [calls]')],
] as const;

const empty = {
  STOPPED: [t('No call waits for a decision'), t('A call stops when its partner has not answered it for too long.')],
  WAITING: [t('Every partner answers'), t('A call without an answer is made again automatically.')],
  ENDED: [t('No call has ended yet'), t('Calls that were answered late or decided are here.')],
} as const;

/** The calls that a partner does not answer: those that wait for a person first. */
export function UnansweredPage() {
  const { status = 'STOPPED' } = route.useSearch();
  const navigate = useNavigate();
  const calls = useQuery({
    queryKey: ['unanswered-calls', status],
    queryFn: async ({ signal }): Promise<ListPage<UnansweredCall>> =>
      await linework.unansweredCalls.list({ status, limit: 100, sortBy: 'createdAt', sortOrder: 'asc' }, { signal }),
  });
  const [title, detail] = empty[status];
  return (
    <Page
      title={t('Unanswered calls')}
      scrolls
      actions={<CsvButton path="/unanswered-calls" query={{ status }} />}
      beside={
        <Tabs
          label={t('State')}
          tabs={states}
          value={status}
          onChange={(value) => void navigate({ to: '/unanswered', search: { status: value as typeof status } })}
        />
      }
    >
      {calls.isPending && <Loading what={t('the calls')} />}
      {calls.isError && calls.data === undefined && <Failure error={calls.error} onRetry={calls.refetch} />}
      {calls.data?.items.length === 0 && <Empty title={title}>{detail}</Empty>}
      {calls.data !== undefined && calls.data.items.length > 0 && <Calls calls={calls.data.items} />}
    </Page>
  );
}

function Calls({ calls }: { readonly calls: readonly UnansweredCall[] }) {
  const canAct = mayDo(useSession().data, 'operator');
  const brokerName = useBrokerName();
  const [open, setOpen] = useState<{ readonly action: 'ask' | 'decide'; readonly call: UnansweredCall } | undefined>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Table
        label={t('Unanswered calls')}
        rows={calls}
        keyOf={({ id }) => id}
        columns={[...columns(brokerName), actionColumn(canAct, (action, call) => setOpen({ action, call }))]}
      />
      <AskAgainDialog call={open?.action === 'ask' ? open.call : undefined} onClose={close} />
      <DecideDialog call={open?.action === 'decide' ? open.call : undefined} onClose={close} />
    </>
  );
}

const columns = (brokerName: (id: string) => string): readonly TableColumn<UnansweredCall>[] => [
  {
    name: t('About'),
    cell: ({ kind, recordId }) => (
      <>
        {toWords(kind)} <code>…{recordId.slice(-8)}</code> <Copy text={recordId} what={t('its id')} />
      </>
    ),
  },
  { name: t('Partner'), cell: ({ kind }) => toWords(partnerOf[kind]) },
  { name: t('Broker'), isWide: true, cell: ({ brokerId }) => brokerName(brokerId) },
  {
    name: t('Why'),
    isWide: true,
    cell: ({ code, failures }) =>
      t('{code}, {count} call | {code}, {count} calls', { code: toWords(code), count: failures }),
  },
  { name: t('Since'), kind: 'time', cell: ({ since }) => <Time at={since} /> },
  {
    name: t('End'),
    isWide: true,
    cell: ({ kind, decision, reason, endedAt, stoppedAt }) => {
      if (decision !== undefined) return `${toWords(decision, kind)}: ${reason ?? ''}`;
      if (endedAt !== undefined) return t('The partner answered');
      return stoppedAt === undefined ? t('Is repeated') : t('Waits for a decision');
    },
  },
];

const actionColumn = (
  canAct: boolean,
  onAction: (action: 'ask' | 'decide', call: UnansweredCall) => void,
): TableColumn<UnansweredCall> => ({
  name: t('Actions'),
  kind: 'action',
  cell: (call) =>
    call.status !== 'ENDED' && (
      <>
        <Button kind="plain" disabled={!canAct} onClick={() => onAction('ask', call)}>
          {t('Call again …')}
        </Button>
        <Button kind="plain" disabled={!canAct} onClick={() => onAction('decide', call)}>
          {t('Decide …')}
        </Button>
      </>
    ),
});
