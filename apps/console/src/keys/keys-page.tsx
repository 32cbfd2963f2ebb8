import type { ApiKey, Page as ListPage } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { mayAdminister, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t, tParts } from '../language/translate.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { Page } from '../ui/page.tsx';
import { RowMenu } from '../ui/row-menu.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useOpened } from '../ui/use-opened.ts';
import { AddressesDialog } from './addresses.tsx';
import { RevokeDialog, RollDialog } from './end-key-dialogs.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

const onlyAdministrators = t('Keys are for administrators.');

export function KeysPage() {
  const canAct = mayAdminister(useSession().data);
  const { action, open, close } = useOpened(canAct);
  return (
    <Page
      title={t('API keys')}
      scrolls
      actions={
        <>
          <CsvButton path="/api-keys" />
          <Button
            kind="primary"
            disabled={!canAct}
            title={canAct ? undefined : onlyAdministrators}
            onClick={() => open('create')}
          >
            {t('New key …')}
          </Button>
        </>
      }
    >
      <Keys />
      <NewKeyDialog open={action === 'create'} onClose={close} />
    </Page>
  );
}

type KeyAction = 'addresses' | 'roll' | 'revoke';

/** The keys of everybody, or of one broker. */
export function Keys({ brokerId }: { readonly brokerId?: string | undefined }) {
  const canAct = mayAdminister(useSession().data);
  const brokerName = useBrokerName();
  const { action, id, open, close } = useOpened(canAct);
  const keys = useQuery({
    queryKey: ['keys', brokerId],
    queryFn: async ({ signal }): Promise<ListPage<ApiKey>> =>
      await linework.apiKeys.list({ limit: 100, ...(brokerId !== undefined && { brokerId }) }, { signal }),
  });
  if (keys.isPending) return <Loading what={t('the keys')} />;
  if (keys.data === undefined) return <Failure error={keys.error} onRetry={keys.refetch} />;
  if (keys.data.items.length === 0) return <Empty title={t('There is no key')} />;
  const shown = [
    nameColumn,
    ...(brokerId === undefined ? [brokerColumn(brokerName)] : []),
    ...columns,
    actionColumn(canAct, (wanted, key) => open(wanted, key.id)),
  ];
  const opened = keys.data.items.find((key) => key.id === id);
  const keyOf = (wanted: KeyAction) => (action === wanted ? opened : undefined);
  return (
    <>
      <Table label={t('API keys')} rows={keys.data.items} keyOf={({ id }) => id} columns={shown} />
      <AddressesDialog apiKey={keyOf('addresses')} onClose={close} />
      <RollDialog apiKey={keyOf('roll')} onClose={close} />
      <RevokeDialog apiKey={keyOf('revoke')} onClose={close} />
    </>
  );
}

const nameColumn: TableColumn<ApiKey> = {
  name: t('Name'),
  cell: ({ name, prefix }) => (
    <>
      {name} <code>{prefix}…</code>
    </>
  ),
};

const brokerColumn = (brokerName: (id: string) => string): TableColumn<ApiKey> => ({
  name: t('Broker'),
  isWide: true,
  cell: ({ brokerId }) => (brokerId === undefined ? t('the operators') : brokerName(brokerId)),
});

const columns: readonly TableColumn<ApiKey>[] = [
  { name: t('Scopes'), isWide: true, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
  {
    name: t('Addresses'),
    isWide: true,
    cell: ({ allowedAddresses }) => allowedAddresses?.join(', ') ?? t('everywhere'),
  },
  { name: t('State'), cell: (key) => <State apiKey={key} /> },
  {
    name: t('Last used'),
    kind: 'time',
    isWide: true,
    cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? t('never') : <Time at={lastUsedAt} />),
  },
  { name: t('Created'), kind: 'time', isWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const isUsable = ({ revokedAt, expiresAt }: ApiKey): boolean =>
  revokedAt === undefined && (expiresAt === undefined || Date.parse(expiresAt) > Date.now());

function State({ apiKey }: { readonly apiKey: ApiKey }) {
  const { revokedAt, expiresAt } = apiKey;
  if (revokedAt !== undefined) return <Badge tone="quiet">{t('Revoked')}</Badge>;
  if (expiresAt === undefined) return <Badge tone="success">{t('Usable')}</Badge>;
  if (!isUsable(apiKey)) return <Badge tone="quiet">{t('Expired')}</Badge>;
  return (
    <>
      {tParts('{status} until {time}', {
        status: <Badge tone="success">{t('Usable')}</Badge>,
        time: <Time at={expiresAt} />,
      })}
    </>
  );
}

const actionColumn = (canAct: boolean, onAction: (action: KeyAction, key: ApiKey) => void): TableColumn<ApiKey> => ({
  name: t('Actions'),
  kind: 'action',
  cell: (key) =>
    isUsable(key) && (
      <RowMenu
        of={key.name}
        disabled={!canAct}
        actions={[
          { name: t('Addresses …'), run: () => onAction('addresses', key) },
          { name: t('Roll …'), run: () => onAction('roll', key) },
          { name: t('Revoke …'), run: () => onAction('revoke', key) },
        ]}
      />
    ),
});

/** A few scopes are named, many are counted: a key of a broker has more than twenty. */
function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  if (scopes.length <= 4) return scopes.join(', ');
  return (
    <details>
      <summary>{t('{count} scopes', { count: scopes.length })}</summary>
      {scopes.join(', ')}
    </details>
  );
}
