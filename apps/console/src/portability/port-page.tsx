import { portInLifecycle } from '@linework/schemas/lifecycles/port-in.lifecycle';
import { portOutLifecycle } from '@linework/schemas/lifecycles/port-out.lifecycle';
import type { Event, Page as ListPage, PortIn, PortOut } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Pencil, X } from 'lucide-react';
import { linework } from '../api/linework.ts';
import { mayDo, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { History } from '../records/history.tsx';
import { HolderLink } from '../records/holder-link.tsx';
import { IdFact } from '../records/id-fact.tsx';
import { RecordState } from '../records/record-state.tsx';
import { Window } from '../records/window.tsx';
import { Actions } from '../ui/actions.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Masked, maskedText } from '../ui/masked.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Note, SmallFailure } from '../ui/state.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { UnmaskButton } from '../unmask/unmask-button.tsx';
import { CancelPortForm, CorrectPortInForm } from './port-forms.tsx';

const portInRoute = getRouteApi('/port-ins/$portInId');
const portIns = { to: '/port-ins', name: t('Port-ins') } as const;

/** A number that comes from another operator: its window, what it waits for, and what happened to it. */
export function PortInPage() {
  const { portInId } = portInRoute.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['port-in', portInId],
    queryFn: async ({ signal }): Promise<PortIn> => await linework.portIns.get(portInId, { signal }),
  });
  if (data === undefined) return <RecordState what={t('Port-in')} parent={portIns} error={error} onRetry={refetch} />;
  const { msisdn, status, windowFrom, windowUntil, donor, ticket, reasonCode, reasonDetail } = data;
  return (
    <Page
      scrolls
      title={<Masked text={msisdn} />}
      name={t('Port-in {number}', { number: maskedText(msisdn) })}
      parent={portIns}
      beside={<StatusBadge kind="port-in" status={status} />}
      actions={
        <>
          <PortInActions key={data.id} port={data} />
          <UnmaskButton resource="port-in" id={portInId} />
        </>
      }
    >
      {(reasonCode ?? reasonDetail) !== undefined && (
        <Note danger={status === 'CONFLICT' || status === 'ERROR'}>
          {[reasonCode && toWords(reasonCode), reasonDetail].filter(Boolean).join(': ')}
        </Note>
      )}
      <Facts>
        <Fact name={t('Window')}>
          <Window from={windowFrom} until={windowUntil} />
        </Fact>
        <Fact name={t('Donor')}>{donor}</Fact>
        {ticket !== undefined && (
          <Fact name={t('Ticket')}>
            <Masked text={ticket} />
          </Fact>
        )}
        <Fact name={t('Holder')}>
          <HolderLink holderId={data.customerId} />
        </Fact>
        <Fact name={t('Pool')}>
          <Link to="/pools/$poolId" params={{ poolId: data.poolId }}>
            {t('Open the pool')}
          </Link>
        </Fact>
        <PortFacts port={data} />
      </Facts>
      <PortHistory kind="port-in" id={portInId} version={data.updatedAt} />
    </Page>
  );
}

/** What the status of a port-in allows: the correction of what the donor has refused, and the cancel. */
function PortInActions({ port }: { readonly port: PortIn }) {
  const search = portInRoute.useSearch();
  const navigate = useNavigate();
  const mayPort = mayDo(useSession().data, 'portability:write', 'administrator');
  const choose = (action: string | undefined) =>
    void navigate({ to: '/port-ins/$portInId', params: { portInId: port.id }, search: { do: action } });
  const done = () => choose(undefined);
  return (
    <Actions
      chosen={search.do}
      onChoose={choose}
      actions={[
        {
          key: 'correct',
          name: t('Correct'),
          title: t('Correct this port-in'),
          icon: Pencil,
          isMain: true,
          isAllowed: mayPort,
          isOffered: portInLifecycle.getSources('correct').includes(port.status),
          form: () => <CorrectPortInForm port={port} onSent={done} />,
        },
        {
          key: 'cancel',
          name: t('Cancel'),
          title: t('Cancel this port-in'),
          icon: X,
          isMain: true,
          isAllowed: mayPort,
          isOffered: portInLifecycle.getSources('cancel').includes(port.status),
          form: () => <CancelPortForm port={port} direction="in" onSent={done} />,
        },
      ]}
    />
  );
}

/** A port-out is cancelled before its window. */
function PortOutActions({ port }: { readonly port: PortOut }) {
  const search = portOutRoute.useSearch();
  const navigate = useNavigate();
  const mayPort = mayDo(useSession().data, 'portability:write', 'administrator');
  const choose = (action: string | undefined) =>
    void navigate({ to: '/port-outs/$portOutId', params: { portOutId: port.id }, search: { do: action } });
  return (
    <Actions
      chosen={search.do}
      onChoose={choose}
      actions={[
        {
          key: 'cancel',
          name: t('Cancel'),
          title: t('Cancel this port-out'),
          icon: X,
          isMain: true,
          isAllowed: mayPort,
          isOffered: portOutLifecycle.getSources('cancel').includes(port.status),
          form: () => <CancelPortForm port={port} direction="out" onSent={() => choose(undefined)} />,
        },
      ]}
    />
  );
}

const portOutRoute = getRouteApi('/port-outs/$portOutId');
const portOuts = { to: '/port-outs', name: t('Port-outs') } as const;

/** A number that leaves for another operator. */
export function PortOutPage() {
  const { portOutId } = portOutRoute.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['port-out', portOutId],
    queryFn: async ({ signal }): Promise<PortOut> => await linework.portOuts.get(portOutId, { signal }),
  });
  if (data === undefined) return <RecordState what={t('Port-out')} parent={portOuts} error={error} onRetry={refetch} />;
  const { msisdn, status, windowFrom, recipient, ticket, reasonDetail } = data;
  return (
    <Page
      scrolls
      title={<Masked text={msisdn} />}
      name={t('Port-out {number}', { number: maskedText(msisdn) })}
      parent={portOuts}
      beside={<StatusBadge kind="port-out" status={status} />}
      actions={
        <>
          <PortOutActions key={data.id} port={data} />
          <UnmaskButton resource="port-out" id={portOutId} />
        </>
      }
    >
      {reasonDetail !== undefined && <Note danger={status === 'ERROR'}>{reasonDetail}</Note>}
      <Facts>
        <Fact name={t('Window begins')}>
          <Window from={windowFrom} />
        </Fact>
        <Fact name={t('Recipient')}>{recipient}</Fact>
        <Fact name={t('Ticket')}>
          <Masked text={ticket} />
        </Fact>
        <PortFacts port={data} />
      </Facts>
      <PortHistory kind="port-out" id={portOutId} version={data.updatedAt} />
    </Page>
  );
}

/** What a port in either direction has. */
function PortFacts({
  port: { id, brokerId, lineId, orderId, createdAt, endedAt },
}: {
  readonly port: PortIn | PortOut;
}) {
  const brokerName = useBrokerName();
  return (
    <>
      {lineId !== undefined && (
        <Fact name={t('Line')}>
          <Link to="/lines/$lineId" params={{ lineId }}>
            {t('Open the line')}
          </Link>
        </Fact>
      )}
      {orderId !== undefined && (
        <Fact name={t('Order')}>
          <Link to="/orders/$orderId" params={{ orderId }}>
            {t('Open the order')}
          </Link>
        </Fact>
      )}
      <Fact name={t('Broker')}>{brokerName(brokerId)}</Fact>
      <Fact name={t('Created')}>
        <Time at={createdAt} />
      </Fact>
      {endedAt !== undefined && (
        <Fact name={t('Ended')}>
          <Time at={endedAt} />
        </Fact>
      )}
      <IdFact name={t('Port')} id={id} />
    </>
  );
}

interface PortHistoryProps {
  readonly kind: 'port-in' | 'port-out';
  readonly id: string;
  readonly version: string;
}

function PortHistory({ kind, id, version }: PortHistoryProps) {
  const events = useQuery({
    queryKey: [kind, id, 'events', version],
    queryFn: async ({ signal }): Promise<ListPage<Event>> =>
      await (kind === 'port-in' ? linework.portIns : linework.portOuts).events(id, { limit: 100 }, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <Section title={t('History')}>
      {events.isError && <SmallFailure error={events.error} onRetry={events.refetch} />}
      {events.data !== undefined && <History events={events.data.items} total={events.data.meta.total} />}
    </Section>
  );
}
