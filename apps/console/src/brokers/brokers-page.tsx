import type { Broker, Page as ListPage } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { readWithEtag } from '../api/read-with-etag.ts';
import { mayAdminister, useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import fieldStyles from '../ui/field.module.css';
import { Form, TextField } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useOpened } from '../ui/use-opened.ts';

/** The companies that sell lines. */
export function BrokersPage() {
  const canAct = mayAdminister(useSession().data);
  const { action, open, close } = useOpened(canAct);
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
            onClick={() => open('create')}
          >
            {t('New broker …')}
          </Button>
        </>
      }
    >
      <Brokers />
      <Dialog open={action === 'create'} onClose={close} title={t('New broker')}>
        {action === 'create' && <BrokerForm onClose={close} />}
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
  { name: t('Status'), cell: ({ status }) => <StatusBadge kind="broker" status={status} /> },
  { name: t('Created'), kind: 'time', isWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: t('Changed'), kind: 'time', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

interface BrokerFormProps {
  readonly onClose: () => void;
  /** The broker to change; a new one without it. */
  readonly brokerId?: string | undefined;
}

const valuesOf = ({ name, code = '' }: Broker) => ({ name, code });

/** Creates a broker and opens its page, or changes its name and code. */
export function BrokerForm({ onClose, brokerId }: BrokerFormProps) {
  const navigate = useNavigate();
  const isNew = brokerId === undefined;
  const form = useForm({
    name: isNew ? 'new-broker' : `broker:${brokerId}`,
    initial: { name: '', code: '' },
    required: ['name'],
    record: isNew
      ? undefined
      : {
          queryKey: ['brokers', brokerId, 'version'],
          read: (signal) => readWithEtag(linework.brokers.get(brokerId, { signal })),
          valuesOf: (record) => valuesOf(record as unknown as Broker),
        },
    send: async ({ name, code }, options): Promise<Broker> => {
      const given = { name: name.trim(), code: code.trim() };
      return isNew
        ? await linework.brokers.create({ name: given.name, ...(given.code !== '' && { code: given.code }) }, options)
        : await linework.brokers.change(brokerId, { ...given, code: given.code === '' ? null : given.code }, options);
    },
    onSent: ({ id }) => {
      onClose();
      if (isNew) void navigate({ to: '/brokers/$brokerId', params: { brokerId: id } });
    },
    readAgain: ['brokers'],
  });
  return (
    <Form form={form} command={isNew ? t('Create the broker') : t('Save')}>
      <TextField name="name" label={t('Name')} maxLength={200} isFirst />
      <TextField
        name="code"
        label={t('Code')}
        hint={t('The code that other systems use for it. It may be left out.')}
        maxLength={50}
      />
      {isNew && (
        <p className={fieldStyles['hint']}>
          {t('A new broker has no key and no numbers: its page is where they are made.')}
        </p>
      )}
    </Form>
  );
}
