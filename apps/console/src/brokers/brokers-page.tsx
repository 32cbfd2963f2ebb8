import type { Broker, Page as ListPage } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { mayAdminister, useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import fieldStyles from '../ui/field.module.css';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

/** The companies that sell lines. */
export function BrokersPage() {
  const canAct = mayAdminister(useSession().data);
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title={t('Brokers')}
      scrolls
      actions={
        <>
          <CsvButton path="/brokers" />
          <Button
            kind="primary"
            disabled={!canAct}
            title={canAct ? undefined : t('Brokers are for administrators.')}
            onClick={() => setCreating(true)}
          >
            {t('New broker …')}
          </Button>
        </>
      }
    >
      <Brokers />
      <Dialog open={isCreating} onClose={() => setCreating(false)} title={t('New broker')}>
        {isCreating && <BrokerForm onClose={() => setCreating(false)} />}
      </Dialog>
    </Page>
  );
}

function Brokers() {
  const brokers = useQuery({
    queryKey: ['brokers', 'list'],
    queryFn: async ({ signal }): Promise<ListPage<Broker>> =>
      await linework.brokers.list({ limit: 100, sortBy: 'name', sortOrder: 'asc' }, { signal }),
  });
  if (brokers.isPending) return <Loading what={t('the brokers')} />;
  if (brokers.data === undefined) return <Failure error={brokers.error} onRetry={brokers.refetch} />;
  if (brokers.data.items.length === 0) {
    return (
      <Empty title={t('There is no broker')}>{t('A broker owns lines, numbers and keys. Create the first one.')}</Empty>
    );
  }
  return <Table label={t('Brokers')} rows={brokers.data.items} keyOf={({ id }) => id} columns={columns} />;
}

const columns: readonly TableColumn<Broker>[] = [
  {
    name: t('Name'),
    cell: ({ id, name }) => (
      <Link to="/brokers/$brokerId" params={{ brokerId: id }}>
        {name}
      </Link>
    ),
  },
  { name: t('Code'), cell: ({ code }) => code ?? '–' },
  { name: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  { name: t('Created'), kind: 'time', isWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: t('Changed'), kind: 'time', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

interface BrokerFormProps {
  readonly onClose: () => void;
  /** The broker to change and its ETag; a new one without it. */
  readonly broker?: Broker | undefined;
  readonly etag?: string;
}

/** Creates a broker and opens its page, or changes its name and code. */
export function BrokerForm({ onClose, broker, etag }: BrokerFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: async ({ name, code }: { readonly name: string; readonly code: string }): Promise<Broker> =>
      broker === undefined
        ? await linework.brokers.create({ name, ...(code !== '' && { code }) })
        : await linework.brokers.change(broker.id, { name, code: code === '' ? null : code }, { ifMatch: etag }),
    onSuccess: async ({ id }) => {
      onClose();
      await client.invalidateQueries({ queryKey: ['brokers'] });
      if (broker === undefined) await navigate({ to: '/brokers/$brokerId', params: { brokerId: id } });
    },
  });
  return (
    <DialogForm
      onSubmit={(data) => save.mutate({ name: String(data.get('name')).trim(), code: String(data.get('code')).trim() })}
      error={save.error}
      command={broker === undefined ? t('Create the broker') : t('Save')}
      disabled={save.isPending}
    >
      <label className={fieldStyles['field']}>
        {t('Name')}
        <input name="name" required maxLength={200} defaultValue={broker?.name} />
      </label>
      <label className={fieldStyles['field']}>
        {t('Code')}
        <input name="code" maxLength={100} defaultValue={broker?.code} />
        <span className={fieldStyles['hint']}>{t('The code that other systems use for it. It may be left out.')}</span>
      </label>
      {broker === undefined && (
        <p className={fieldStyles['hint']}>
          {t('A new broker has no key and no numbers: its page is where they are made.')}
        </p>
      )}
    </DialogForm>
  );
}
