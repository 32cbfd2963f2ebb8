import { roles as builtIn, scopesOfRole } from '@linework/auth/roles';
import type { KeyScope, Role } from '@linework/sdk';
import { mayManagePeople, useSession } from '../../api/session.ts';
import { useBrokerName } from '../../api/use-brokers.ts';
import { t } from '../../language/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Empty, Failure, Loading } from '../../ui/state.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { toWords } from '../../ui/text/status-tone.ts';
import { Time } from '../../ui/time.tsx';
import { useOpened } from '../../ui/use-opened.ts';
import { PeopleTabs } from '../people-tabs.tsx';
import { roleSentences } from '../person-dialogs.tsx';
import { type RoleAction, RoleDialog, toAction } from './role-dialogs.tsx';
import { scopeTexts } from './scope-texts.ts';
import { useRoles } from './use-roles.ts';

/** The roles of people: those that administrators have made, and those of every installation. */
export function RolesPage() {
  const canAct = mayManagePeople(useSession().data);
  const opened = useOpened(canAct);
  return (
    <Page
      title={t('Roles')}
      scrolls
      actions={
        <>
          <PeopleTabs value="/roles" />
          <Button
            kind="primary"
            disabled={!canAct}
            title={canAct ? undefined : t('Only administrators make roles.')}
            onClick={() => opened.open('create')}
          >
            {t('New role …')}
          </Button>
        </>
      }
    >
      {canAct ? (
        <OwnRoles onAction={opened.open} />
      ) : (
        <Empty title={t('Only administrators see the roles')}>{t('Ask one of them what your role may do.')}</Empty>
      )}
      <Section title={t('Roles of every installation')}>
        <Table
          label={t('Roles of every installation')}
          rows={builtIn}
          keyOf={(role) => role}
          columns={builtInColumns}
        />
      </Section>
      {canAct && <OpenedDialog {...opened} />}
    </Page>
  );
}

function OpenedDialog({ action, id, close }: ReturnType<typeof useOpened>) {
  const role = useRoles().data?.find((one) => one.id === id);
  return <RoleDialog open={toAction(action, role)} onClose={close} />;
}

type OnAction = (action: RoleAction['action'], roleId: string) => void;

function OwnRoles({ onAction }: { readonly onAction: OnAction }) {
  const roles = useRoles();
  const brokerName = useBrokerName();
  if (roles.isPending) return <Loading what={t('the roles')} />;
  if (roles.data === undefined) return <Failure error={roles.error} onRetry={roles.refetch} />;
  return (
    <Section title={t('Your own roles')}>
      {roles.data.length === 0 ? (
        <Empty title={t('There is no role of your own')}>{t('A role is a set of what its people may do.')}</Empty>
      ) : (
        <Table
          label={t('Your own roles')}
          rows={roles.data}
          keyOf={({ id }) => id}
          columns={[...ownColumns(brokerName), actionColumn(onAction)]}
        />
      )}
    </Section>
  );
}

const ownColumns = (brokerName: (id: string) => string): readonly TableColumn<Role>[] => [
  { name: t('Role'), cell: ({ name }) => name },
  { name: t('May'), isWide: true, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
  { name: t('People'), kind: 'number', cell: ({ people }) => people },
  {
    name: t('Of'),
    isWide: true,
    cell: ({ brokerId }) => (brokerId === undefined ? t('the operator') : brokerName(brokerId)),
  },
  { name: t('Changed'), kind: 'time', isWide: true, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

const builtInColumns: readonly TableColumn<(typeof builtIn)[number]>[] = [
  { name: t('Role'), cell: (role) => toWords(role) },
  { name: t('What it is for'), cell: (role) => roleSentences[role] },
  { name: t('May, in a broker'), isWide: true, cell: (role) => <Scopes scopes={scopesOfRole[role]} /> },
];

/** The nouns that the scopes are about, with every sentence on hover. */
function Scopes({ scopes }: { readonly scopes: readonly KeyScope[] }) {
  const groups = scopeTexts.filter((group) => group.scopes.some(([scope]) => scopes.includes(scope)));
  const sentences = groups.flatMap((group) =>
    group.scopes.flatMap(([scope, sentence]) => (scopes.includes(scope) ? [sentence] : [])),
  );
  return <span title={sentences.join('\n')}>{groups.map(({ noun }) => noun).join(', ')}</span>;
}

const actionColumn = (onAction: OnAction): TableColumn<Role> => ({
  name: t('Actions'),
  kind: 'action',
  cell: (role) => (
    <>
      <Button kind="plain" onClick={() => onAction('change', role.id)}>
        {t('Change …')}
      </Button>
      <Button
        kind="plain"
        disabled={role.people > 0}
        title={role.people > 0 ? t('Give its people another role first.') : undefined}
        onClick={() => onAction('delete', role.id)}
      >
        {t('Delete …')}
      </Button>
    </>
  ),
});
