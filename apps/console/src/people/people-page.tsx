import type { Page as ListPage, Operator } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { mayManagePeople, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { RowMenu } from '../ui/row-menu.tsx';
import { Empty, Failure, Loading, Note } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { useOpened } from '../ui/use-opened.ts';
import { PeopleTabs } from './people-tabs.tsx';
import { type PersonAction, PersonDialog, roleSentences, toAction } from './person-dialogs.tsx';
import { useRoles } from './roles/use-roles.ts';

/** Who works with the console, and what each of them may do. */
export function PeoplePage() {
  const session = useSession().data;
  const canAct = mayManagePeople(session);
  const { action, id, open, close } = useOpened(canAct);
  const people = usePeopleList(canAct);
  const person = people.data?.items.find((one) => one.id === id);
  return (
    <Page
      title={t('People')}
      scrolls
      actions={
        <>
          <PeopleTabs value="/people" />
          <Button
            kind="primary"
            disabled={!canAct}
            title={canAct ? undefined : t('Only administrators create people.')}
            onClick={() => open('create')}
          >
            {t('New person …')}
          </Button>
        </>
      }
    >
      {canAct ? (
        <People people={people} ownId={session?.operator.id} onAction={open} />
      ) : (
        <Empty title={t('Only administrators see the people')}>
          {t('Ask one of them to change a role or a password.')}
        </Empty>
      )}
      <PersonDialog open={toAction(action, person)} onClose={close} />
    </Page>
  );
}

const usePeopleList = (enabled: boolean) =>
  useQuery({
    queryKey: ['people'],
    queryFn: async ({ signal }): Promise<ListPage<Operator>> =>
      await linework.operators.list({ limit: 100, sortBy: 'createdAt', sortOrder: 'asc' }, { signal }),
    enabled,
  });

type OnAction = (action: PersonAction['action'], personId: string) => void;

interface PeopleProps {
  readonly people: ReturnType<typeof usePeopleList>;
  readonly ownId: string | undefined;
  readonly onAction: OnAction;
}

function People({ people, ownId, onAction }: PeopleProps) {
  const client = useQueryClient();
  const enable = useMutation({
    mutationFn: async (id: string): Promise<Operator> => await linework.operators.enable(id),
    onSettled: () => client.invalidateQueries({ queryKey: ['people'] }),
  });
  const brokerName = useBrokerName();
  const roles = useRoles().data;
  const roleName = ({ role, roleId }: Operator) => roles?.find(({ id }) => id === roleId)?.name ?? toWords(role);
  if (people.isPending) return <Loading what={t('the people')} />;
  if (people.data === undefined) return <Failure error={people.error} onRetry={people.refetch} />;
  return (
    <>
      {enable.isError && <Note danger>{describeError(enable.error).detail}</Note>}
      <Table
        label={t('People')}
        rows={people.data.items}
        keyOf={({ id }) => id}
        columns={[...columns(ownId, brokerName, roleName), actionColumn(onAction, enable.mutate)]}
      />
    </>
  );
}

const columns = (
  ownId: string | undefined,
  brokerName: (id: string) => string,
  roleName: (person: Operator) => string,
): readonly TableColumn<Operator>[] => [
  {
    name: t('Name'),
    cell: ({ id, name }) => (
      <>
        <Link to="/audit" search={{ keyId: id }} title={t('What {name} did', { name })}>
          {name}
        </Link>
        {id === ownId && ` ${t('(you)')}`}
      </>
    ),
  },
  {
    name: t('Role'),
    isWide: true,
    cell: (person) => <span title={roleSentences[person.role]}>{roleName(person)}</span>,
  },
  { name: t('State'), cell: (person) => <State person={person} /> },
  {
    name: t('Of'),
    isWide: true,
    cell: ({ brokerId }) => (brokerId === undefined ? t('the operator') : brokerName(brokerId)),
  },
  { name: t('E-mail'), isWide: true, cell: ({ email }) => email ?? '–' },
  {
    name: t('Last signed in'),
    kind: 'time',
    isWide: true,
    cell: ({ lastSignedInAt }) => (lastSignedInAt === undefined ? t('never') : <Time at={lastSignedInAt} />),
  },
];

function State({ person: { enabled, mustChangePassword } }: { readonly person: Operator }) {
  if (!enabled) return <Badge tone="quiet">{t('Disabled')}</Badge>;
  return mustChangePassword ? (
    <Badge tone="warning">{t('First password')}</Badge>
  ) : (
    <Badge tone="success">{t('Enabled')}</Badge>
  );
}

const actionColumn = (onAction: OnAction, onEnable: (id: string) => void): TableColumn<Operator> => ({
  name: t('Actions'),
  kind: 'action',
  cell: (person) =>
    person.enabled ? (
      <RowMenu
        of={person.name}
        actions={[
          { name: t('Change …'), run: () => onAction('change', person.id) },
          { name: t('New password …'), run: () => onAction('password', person.id) },
          { name: t('End sessions …'), run: () => onAction('sessions', person.id) },
          { name: t('Disable …'), run: () => onAction('disable', person.id) },
        ]}
      />
    ) : (
      <Button kind="plain" onClick={() => onEnable(person.id)}>
        {t('Enable')}
      </Button>
    ),
});
