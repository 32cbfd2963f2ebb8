import { driftKindTexts } from '@linework/schemas/values/drift-kinds';
import type { Drift, Event, Line, Page as ListPage } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { mayDo, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t, tKnown } from '../language/translate.ts';
import { History } from '../records/history.tsx';
import { IdFact } from '../records/id-fact.tsx';
import { RecordState } from '../records/record-state.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { ReasonField } from '../ui/form/form.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Note, SmallFailure } from '../ui/state.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { StateText } from './state-text.tsx';

const route = getRouteApi('/drifts/$driftId');
const parent = { to: '/drifts', name: t('Drifts') } as const;

/** A difference between a line and the register: both sides, what may be done about it, and what was done. */
export function DriftPage() {
  const { driftId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['drift', driftId],
    queryFn: async ({ signal }): Promise<Drift> => await linework.drifts.get(driftId, { signal }),
  });
  const brokerName = useBrokerName();
  if (data === undefined) return <RecordState what={t('Drift')} parent={parent} error={error} onRetry={refetch} />;
  const { kind, status, expected, found, isOurs, lineId, reason, orderId, closedAt } = data;
  return (
    <Page
      scrolls
      title={toWords(kind)}
      parent={parent}
      beside={<StatusBadge kind="drift" status={status} />}
      actions={<Actions key={driftId} drift={data} />}
    >
      <Note danger={!isOurs}>
        {tKnown(driftKindTexts[kind])}
        {!isOurs && ` ${t('The subscriber is not ours, and no repair changes it.')}`}
      </Note>
      <Facts>
        <Fact name={t('The line says')}>
          <StateText state={expected} />
        </Fact>
        <Fact name={t('The register has')}>
          {isOurs ? <StateText state={found} /> : t('a subscriber that is not ours')}
        </Fact>
        {lineId !== undefined && (
          <Fact name={t('Line')}>
            <Link to="/lines/$lineId" params={{ lineId }}>
              {t('Open the line')}
            </Link>
          </Fact>
        )}
        {orderId !== undefined && (
          <Fact name={t('Repaired by')}>
            <Link to="/orders/$orderId" params={{ orderId }}>
              {t('Open the order')}
            </Link>
          </Fact>
        )}
        {reason !== undefined && <Fact name={t('Accepted because')}>{reason}</Fact>}
        <Fact name={t('First seen')}>
          <Time at={data.firstSeenAt} />
        </Fact>
        <Fact name={t('Last seen')}>
          <Time at={data.lastSeenAt} />
        </Fact>
        {closedAt !== undefined && (
          <Fact name={t('Over since')}>
            <Time at={closedAt} />
          </Fact>
        )}
        <Fact name={t('Broker')}>{brokerName(data.brokerId)}</Fact>
        <IdFact name={t('Drift')} id={data.id} />
      </Facts>
      <DriftHistory drift={data} />
    </Page>
  );
}

function DriftHistory({ drift: { id, updatedAt } }: { readonly drift: Drift }) {
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['drift', id, 'events', updatedAt],
    queryFn: async ({ signal }): Promise<ListPage<Event>> =>
      await linework.drifts.events(id, { limit: 100 }, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <Section title={t('History')}>
      {isError && <SmallFailure error={error} onRetry={refetch} />}
      {data !== undefined && <History events={data.items} total={data.meta.total} />}
    </Section>
  );
}

const changes = ['drift', 'drifts', 'reconciliation'];

function Actions({ drift: { id, status, lineId } }: { readonly drift: Drift }) {
  const navigate = useNavigate();
  const canAct = mayDo(useSession().data, 'lines:write');
  if (!canAct || (status !== 'OPEN' && status !== 'ACCEPTED')) return null;
  return (
    <>
      {lineId !== undefined && (
        <ActionButton
          draft={`drift.repair.${id}`}
          name={t('Repair')}
          title={t('Repair the drift')}
          disabled={false}
          send={async (_, options) => {
            const line: Line = await linework.drifts.repair(id, options);
            await navigate({ to: '/lines/$lineId', params: { lineId: line.id } });
          }}
          changes={changes}
        >
          <p>
            {t('An order brings the network to what the line says. It changes nothing if the subscriber is not ours.')}
          </p>
        </ActionButton>
      )}
      {status === 'OPEN' && (
        <ActionButton
          draft={`drift.accept.${id}`}
          name={t('Accept')}
          title={t('Accept the drift')}
          disabled={false}
          initial={{ reason: '' }}
          required={['reason']}
          send={({ reason }, options) => linework.drifts.accept(id, { reason: reason.trim() }, options)}
          changes={changes}
        >
          <p>{t('The difference stays. It is reported again only if the register has something else later.')}</p>
          <ReasonField hint={t('Is kept with the drift and in an event, with your name.')} />
        </ActionButton>
      )}
    </>
  );
}
