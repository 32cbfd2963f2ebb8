import type { Page as ListPage, Operator } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { mayAdminister, useSession } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Loading, Note } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { type PersonAction, PersonDialog, roleSentences } from './person-dialogs.tsx';

/** Who works with the console, and what each of them may do. */
export function PeoplePage() {
  const session = useSession().data;
  const canAct = mayAdminister(session);
  const [open, setOpen] = useState<PersonAction | undefined>();
  return (
    <Page
      title="People"
      scrolls
      actions={
        <Button
          kind="primary"
          disabled={!canAct}
          title={canAct ? undefined : 'Only administrators create people.'}
          onClick={() => setOpen({ action: 'create' })}
        >
          New person …
        </Button>
      }
    >
      {canAct ? (
        <People ownId={session?.operator.id} onAction={setOpen} />
      ) : (
        <Empty title="Only administrators see the people">Ask one of them to change a role or a password.</Empty>
      )}
      <PersonDialog open={open} onClose={() => setOpen(undefined)} />
    </Page>
  );
}

interface PeopleProps {
  readonly ownId: string | undefined;
  readonly onAction: (action: PersonAction) => void;
}

function People({ ownId, onAction }: PeopleProps) {
  const client = useQueryClient();
  const people = useQuery({
    queryKey: ['people'],
    queryFn: async ({ signal }): Promise<ListPage<Operator>> =>
      await linework.operators.list({ limit: 100, sortBy: 'createdAt', sortOrder: 'asc' }, { signal }),
  });
  const enable = useMutation({
    mutationFn: async (id: string): Promise<Operator> => await linework.operators.enable(id),
    onSettled: () => client.invalidateQueries({ queryKey: ['people'] }),
  });
  if (people.isPending) return <Loading what="the people" />;
  if (people.data === undefined) return <Failure error={people.error} onRetry={people.refetch} />;
  return (
    <>
      {enable.isError && <Note danger>{describeError(enable.error).detail}</Note>}
      <Table
        label="People"
        rows={people.data.items}
        keyOf={({ id }) => id}
        columns={[...columns(ownId), actionColumn(onAction, enable.mutate)]}
      />
    </>
  );
}

const columns = (ownId: string | undefined): readonly TableColumn<Operator>[] => [
  {
    name: 'Name',
    cell: ({ id, name }) => (
      <>
        <Link to="/audit" search={{ keyId: id }} title={`What ${name} did`}>
          {name}
        </Link>
        {id === ownId && ' (you)'}
      </>
    ),
  },
  { name: 'Role', isWide: true, cell: ({ role }) => <span title={roleSentences[role]}>{role}</span> },
  { name: 'State', cell: (person) => <State person={person} /> },
  { name: 'E-mail', isWide: true, cell: ({ email }) => email ?? '–' },
  {
    name: 'Last signed in',
    kind: 'time',
    isWide: true,
    cell: ({ lastSignedInAt }) => (lastSignedInAt === undefined ? 'never' : <Time at={lastSignedInAt} />),
  },
];

function State({ person: { enabled, mustChangePassword } }: { readonly person: Operator }) {
  if (!enabled) return <Badge tone="quiet">Disabled</Badge>;
  return mustChangePassword ? <Badge tone="warning">First password</Badge> : <Badge tone="success">Enabled</Badge>;
}

const actionColumn = (
  onAction: (action: PersonAction) => void,
  onEnable: (id: string) => void,
): TableColumn<Operator> => ({
  name: 'Actions',
  kind: 'action',
  cell: (person) =>
    person.enabled ? (
      <>
        <Button kind="plain" onClick={() => onAction({ action: 'change', person })}>
          Change …
        </Button>
        <Button kind="plain" onClick={() => onAction({ action: 'password', person })}>
          New password …
        </Button>
        <Button kind="plain" onClick={() => onAction({ action: 'sessions', person })}>
          End sessions …
        </Button>
        <Button kind="plain" onClick={() => onAction({ action: 'disable', person })}>
          Disable …
        </Button>
      </>
    ) : (
      <Button kind="plain" onClick={() => onEnable(person.id)}>
        Enable
      </Button>
    ),
});
