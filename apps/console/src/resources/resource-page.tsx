import type { Event, ResourceDetails } from '@linework/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useBrokerName } from '../api/use-brokers.ts';
import { t, tKnown, tParts } from '../language/translate.ts';
import { History } from '../records/history.tsx';
import { IdFact } from '../records/id-fact.tsx';
import { RecordState } from '../records/record-state.tsx';
import styles from '../records/records.module.css';
import { ActorName } from '../ui/actor.tsx';
import { Badge, StatusBadge } from '../ui/badge.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Masked } from '../ui/masked.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Note } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { shortId } from '../ui/text/order-text.ts';
import { DateTime, Time } from '../ui/time.tsx';
import { UnmaskButton } from '../unmask/unmask-button.tsx';
import { ResourceActions } from './resource-actions.tsx';
import { type Allocation, useResource } from './use-resource.ts';

const route = getRouteApi('/resources/$resourceId');
const parent = { to: '/pools', name: t('Pools') } as const;

/** A number or a SIM: where it is, the lines it was on, and what happened to it, also after it was removed. */
export function ResourcePage() {
  const { resourceId } = route.useParams();
  const search = route.useSearch();
  const { data, error, refetch } = useResource(resourceId);
  if (data === undefined) return <RecordState what={t('Resource')} parent={parent} error={error} onRetry={refetch} />;
  const { resource, events, allocations } = data;
  const removal = events.items.find(({ type }) => type === 'resource.removed');
  const code = resource?.externalCode ?? textOf(removal, 'externalCode') ?? shortId(resourceId);
  return (
    <Page
      scrolls
      title={<Masked text={code} />}
      name={`${resource === undefined ? t('Removed') : tKnown(resource.type.name)} …${code.slice(-4)}`}
      parent={parent}
      beside={
        resource === undefined ? (
          <Badge tone="quiet">{t('Removed')}</Badge>
        ) : (
          <StatusBadge kind="resource" status={resource.status} />
        )
      }
      actions={
        resource !== undefined && (
          <>
            <ResourceActions resource={resource} chosen={search.do} />
            <UnmaskButton resource="resource" id={resourceId} />
          </>
        )
      }
    >
      {resource === undefined ? (
        <Removed resourceId={resourceId} removal={removal} />
      ) : (
        <ResourceFacts resource={resource} />
      )}
      <div className={styles.columns}>
        <Section title={t('On lines')}>
          <Allocations allocations={allocations} />
        </Section>
        <Section title={t('History')}>
          <History events={events.items} total={events.meta.total} describe={describe} />
        </Section>
      </div>
    </Page>
  );
}

const textOf = (event: Event | undefined, name: string): string | undefined => {
  const value = event?.details[name];
  return typeof value === 'string' ? value : undefined;
};

/** The first event of an imported resource names its import. */
const describe = (event: Event): string | undefined =>
  textOf(event, 'importId') !== undefined && event.type === 'resource.made_available' ? t('Imported') : undefined;

function ResourceFacts({ resource }: { readonly resource: ResourceDetails }) {
  const brokerName = useBrokerName();
  const { type, pool, lineId, reservedUntil, quarantineEndsAt, importId, location, attributes } = resource;
  const imsi = attributes['imsi'];
  return (
    <Facts>
      <Fact name={t('Kind')}>{tKnown(type.name)}</Fact>
      <Fact name={t('Pool')}>
        <PoolLink poolId={pool.id} name={pool.title} />
      </Fact>
      <Fact name={t('Line')}>
        {lineId === undefined ? <span className={styles.muted}>{t('on no line')}</span> : <LineLink lineId={lineId} />}
      </Fact>
      {reservedUntil !== undefined && (
        <Fact name={t('Reservation ends')}>
          <Time at={reservedUntil} />
        </Fact>
      )}
      {quarantineEndsAt !== undefined && (
        <Fact name={t('Quarantine ends')}>
          <Time at={quarantineEndsAt} />
        </Fact>
      )}
      {typeof imsi === 'string' && (
        <Fact name="IMSI">
          <Masked text={imsi} />
        </Fact>
      )}
      {location !== undefined && <Fact name={t('Location')}>{location}</Fact>}
      {resource.associatedResourceIds.length > 0 && (
        <Fact name={t('Together with')}>
          {resource.associatedResourceIds.map((id) => (
            <Link key={id} to="/resources/$resourceId" params={{ resourceId: id }}>
              {shortId(id)}{' '}
            </Link>
          ))}
        </Fact>
      )}
      <Fact name={t('Broker')}>{brokerName(resource.brokerId)}</Fact>
      <Fact name={t('Created')}>
        <Time at={resource.createdAt} />
      </Fact>
      {importId !== undefined && <IdFact name={t('Import')} id={importId} />}
      <IdFact name={t('Resource')} id={resource.id} />
    </Facts>
  );
}

/** Who removed it, and when. Its events are all that is left of it. */
function Removed({ resourceId, removal }: { readonly resourceId: string; readonly removal: Event | undefined }) {
  const poolId = textOf(removal, 'poolId');
  const imsi = textOf(removal, 'imsi');
  const importId = textOf(removal, 'importId');
  return (
    <>
      <Note>
        {tParts('{actor} removed it {time}, with its codes. They can be used again.', {
          actor: removal?.actor === undefined ? t('Somebody') : <ActorName actor={removal.actor} />,
          time: <Time at={removal?.at} />,
        })}
      </Note>
      <div className={styles.below}>
        <Facts>
          {poolId !== undefined && (
            <Fact name={t('Pool')}>
              <PoolLink poolId={poolId} name={shortId(poolId)} />
            </Fact>
          )}
          {imsi !== undefined && (
            <Fact name="IMSI">
              <Masked text={imsi} />
            </Fact>
          )}
          {importId !== undefined && <IdFact name={t('Import')} id={importId} />}
          <IdFact name={t('Resource')} id={resourceId} />
        </Facts>
      </div>
    </>
  );
}

const PoolLink = ({ poolId, name }: { readonly poolId: string; readonly name: string }) => (
  <Link to="/pools/$poolId" params={{ poolId }}>
    {name}
  </Link>
);

const LineLink = ({ lineId }: { readonly lineId: string }) => (
  <Link to="/lines/$lineId" params={{ lineId }}>
    {shortId(lineId)}
  </Link>
);

function Allocations({ allocations }: { readonly allocations: readonly Allocation[] }) {
  if (allocations.length === 0) return <p className={styles.muted}>{t('It was never on a line.')}</p>;
  return <Table label={t('On lines')} rows={allocations} keyOf={({ id }) => id} columns={columns} />;
}

const columns: readonly TableColumn<Allocation>[] = [
  {
    name: t('Line'),
    cell: ({ lineId }) =>
      lineId === undefined ? <span className={styles.muted}>–</span> : <LineLink lineId={lineId} />,
  },
  { name: t('From'), cell: ({ heldFrom }) => <DateTime at={heldFrom} /> },
  { name: t('To'), cell: ({ heldTo }) => (heldTo === undefined ? t('now') : <DateTime at={heldTo} />) },
];
