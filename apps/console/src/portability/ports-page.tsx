import type { PortIn, PortOut } from '@linework/sdk';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { mayDo, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { portInFilters, portOutFilters } from '../lists/list-filters.ts';
import styles from '../lists/lists.module.css';
import { RecordList } from '../lists/record-list.tsx';
import { Window } from '../records/window.tsx';
import { Actions } from '../ui/actions.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import type { Column } from '../ui/grid.tsx';
import { Masked } from '../ui/masked.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { toPhrase } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { NewPortOutForm } from './port-forms.tsx';

const portInViews = [
  ['', t('All')],
  ['REQUESTED,PENDING', t('Under way')],
  ['CONFLICT', t('Conflict')],
  ['ACTIVE', t('Active [ports]')],
  ['CANCELLED,ERROR', t('Ended [ports]')],
] as const;

const portOutViews = [
  ['', t('All')],
  ['PENDING,IN_PROGRESS', t('Under way')],
  ['COMPLETED', t('Completed [ports]')],
  ['CANCELLED,ERROR', t('Ended [ports]')],
] as const;

const portInColumns: readonly Column<PortIn>[] = [
  { name: t('Status'), className: styles.status, cell: ({ status }) => <StatusBadge kind="port-in" status={status} /> },
  {
    name: t('Number'),
    className: styles.main,
    cell: ({ id, msisdn }) => (
      <Link to="/port-ins/$portInId" params={{ portInId: id }}>
        <Masked text={msisdn} />
      </Link>
    ),
  },
  {
    name: t('Window'),
    className: styles.beside,
    cell: ({ windowFrom, windowUntil }) => <Window from={windowFrom} until={windowUntil} />,
  },
  { name: t('Donor'), className: `${styles.wide} ${styles.muted}`, cell: ({ donor }) => donor },
  {
    name: t('Reason'),
    className: styles.muted,
    cell: ({ reasonCode, reasonDetail }) => (
      <span title={reasonDetail}>{reasonCode ? toPhrase(reasonCode) : reasonDetail}</span>
    ),
  },
  {
    name: t('Changed'),
    className: `${styles.time} ${styles.muted}`,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

const portOutColumns: readonly Column<PortOut>[] = [
  {
    name: t('Status'),
    className: styles.status,
    cell: ({ status }) => <StatusBadge kind="port-out" status={status} />,
  },
  {
    name: t('Number'),
    className: styles.main,
    cell: ({ id, msisdn }) => (
      <Link to="/port-outs/$portOutId" params={{ portOutId: id }}>
        <Masked text={msisdn} />
      </Link>
    ),
  },
  { name: t('Window'), className: styles.beside, cell: ({ windowFrom }) => <Window from={windowFrom} /> },
  { name: t('Recipient'), className: `${styles.wide} ${styles.muted}`, cell: ({ recipient }) => recipient },
  { name: t('Reason'), className: styles.muted, cell: ({ reasonDetail }) => reasonDetail },
  {
    name: t('Changed'),
    className: `${styles.time} ${styles.muted}`,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

const places = ['/port-ins', '/port-outs', '/port-windows'] as const;
type Place = (typeof places)[number];

/** Leads from the numbers that come to those that go, and to the windows of both. */
export function Direction({ value }: { readonly value: Place }) {
  const navigate = useNavigate();
  return (
    <Tabs
      label={t('Direction')}
      tabs={[
        ['/port-ins', t('In')],
        ['/port-outs', t('Out')],
        ['/port-windows', t('Windows')],
      ]}
      value={value}
      onChange={(to) => void navigate({ to: places.find((place) => place === to) ?? '/port-ins' })}
    />
  );
}

const portInsRoute = getRouteApi('/port-ins');

/** The numbers that come from other operators. */
export function PortInsPage() {
  const search = portInsRoute.useSearch();
  const navigate = useNavigate();
  return (
    <RecordList
      title={t('Port-ins')}
      path="/portability/port-ins"
      queryName="port-ins"
      search={search}
      onSearch={(changed) => void navigate({ to: '/port-ins', search: changed })}
      filters={portInFilters}
      views={portInViews}
      columns={() => portInColumns}
      layout={styles.ports}
      empty={{ title: t('There is no port-in'), text: t('A port-in brings the number of another operator to a line.') }}
      brokerName={useBrokerName()}
      onOpen={({ id }) => void navigate({ to: '/port-ins/$portInId', params: { portInId: id } })}
      actions={<Direction value="/port-ins" />}
    />
  );
}

const portOutsRoute = getRouteApi('/port-outs');

/** The numbers that leave for other operators. */
export function PortOutsPage() {
  const search = portOutsRoute.useSearch();
  const navigate = useNavigate();
  const mayPort = mayDo(useSession().data, 'portability:write', 'administrator');
  const open = (portOutId: string) => void navigate({ to: '/port-outs/$portOutId', params: { portOutId } });
  return (
    <RecordList
      title={t('Port-outs')}
      path="/portability/port-outs"
      queryName="port-outs"
      search={search}
      onSearch={(changed) => void navigate({ to: '/port-outs', search: changed })}
      filters={portOutFilters}
      views={portOutViews}
      columns={() => portOutColumns}
      layout={styles.ports}
      empty={{ title: t('There is no port-out'), text: t('A number leaves when another operator asks for it.') }}
      brokerName={useBrokerName()}
      onOpen={({ id }) => open(id)}
      actions={
        <>
          <Direction value="/port-outs" />
          <Actions
            actions={[
              {
                key: 'new',
                name: t('New port-out'),
                title: t('Port a number out'),
                icon: Plus,
                isMain: true,
                isAllowed: mayPort,
                isOffered: true,
                form: () => <NewPortOutForm onSent={({ id }) => open(id)} />,
              },
            ]}
            chosen={search['do']}
            onChoose={(action) => void navigate({ to: '/port-outs', search: { ...search, do: action } })}
          />
        </>
      }
    />
  );
}
