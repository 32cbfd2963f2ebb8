import type { MoveIn, MoveInDetails, ResourcePool } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { mayDo, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { useResourceTypes } from '../api/use-resource-types.ts';
import { t } from '../language/translate.ts';
import { moveInFilters } from '../lists/list-filters.ts';
import styles from '../lists/lists.module.css';
import { RecordList } from '../lists/record-list.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { SelectField, TextField } from '../ui/form/form.tsx';
import type { Column } from '../ui/grid.tsx';
import { shortId } from '../ui/text/order-text.ts';
import { Time } from '../ui/time.tsx';

const route = getRouteApi('/move-ins');

const views = [
  ['', t('All')],
  ['OPEN,CHECKING', t('Files')],
  ['CHECKED,COMPARING', t('Findings')],
  ['ADOPTING,ADOPTED', t('Adopted')],
  ['UNDOING,UNDONE', t('Taken back')],
] as const;

const columns = (brokerName: (id: string) => string): readonly Column<MoveIn>[] => [
  { name: t('Status'), className: styles.status, cell: ({ status }) => <StatusBadge kind="move-in" status={status} /> },
  {
    name: t('Move-in'),
    className: styles.main,
    cell: ({ id, name }) => (
      <Link to="/move-ins/$moveInId" params={{ moveInId: id }}>
        {name ?? t('Move-in {id}', { id: shortId(id) })}
      </Link>
    ),
  },
  { name: t('Created'), className: styles.muted, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: t('Broker'), className: styles.beside, cell: ({ brokerId }) => brokerName(brokerId) },
  {
    name: t('Changed'),
    className: `${styles.time} ${styles.muted}`,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

/** The bases of other systems that are adopted from files. */
export function MoveInsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  return (
    <RecordList
      title={t('Move-ins')}
      path="/move-ins"
      queryName="move-ins"
      search={search}
      onSearch={(changed) => void navigate({ to: '/move-ins', search: changed })}
      filters={moveInFilters}
      views={views}
      columns={columns}
      layout={styles.moveIns}
      empty={{
        title: t('There is no move-in'),
        text: t('A move-in adopts lines that are in service, from files, without a call to the network.'),
      }}
      brokerName={useBrokerName()}
      onOpen={({ id }) => void navigate({ to: '/move-ins/$moveInId', params: { moveInId: id } })}
      actions={<NewMoveIn />}
    />
  );
}

function NewMoveIn() {
  const navigate = useNavigate();
  const canWrite = mayDo(useSession().data, 'inventory:import', 'administrator');
  return (
    <ActionButton
      draft="move-in.new"
      name={t('New move-in')}
      title={t('Open a move-in')}
      disabled={!canWrite}
      initial={{ name: '', numberPoolId: '', simPoolId: '', callsPerSecond: '50' }}
      required={['numberPoolId', 'simPoolId', 'callsPerSecond']}
      send={async ({ name, callsPerSecond, ...pools }, options) => {
        const created: MoveInDetails = await linework.moveIns.create(
          { ...pools, callsPerSecond: Number(callsPerSecond), ...(name.trim() !== '' && { name: name.trim() }) },
          options,
        );
        await navigate({ to: '/move-ins/$moveInId', params: { moveInId: created.id } });
      }}
      changes={['move-ins']}
    >
      <TextField name="name" label={t('Name')} maxLength={200} isFirst />
      <PoolField name="numberPoolId" label={t('Pool of its numbers')} typeCode="MSISDN" />
      <PoolField name="simPoolId" label={t('Pool of its SIMs')} typeCode="SIM" />
      <TextField
        name="callsPerSecond"
        label={t('Reads of the register in a second')}
        type="number"
        hint={t('It only reads, and other traffic to the network goes first.')}
      />
    </ActionButton>
  );
}

interface PoolFieldProps {
  readonly name: string;
  readonly label: string;
  readonly typeCode: string;
}

/** The pools of one kind. The broker of the pool is the broker of everything that is adopted. */
function PoolField({ name, label, typeCode }: PoolFieldProps) {
  const brokerName = useBrokerName();
  const { data: types } = useResourceTypes();
  const typeId = types?.find(({ code }) => code === typeCode)?.id;
  const { data } = useQuery({
    queryKey: ['pools', 'of-type', typeId],
    queryFn: async ({ signal }): Promise<readonly ResourcePool[]> =>
      (await linework.pools.list({ typeId: [typeId ?? ''], limit: 100 }, { signal })).items,
    enabled: typeId !== undefined,
  });
  return (
    <SelectField
      name={name}
      label={label}
      none={t('Choose one')}
      options={(data ?? []).map((pool) => [pool.id, `${pool.name}, ${brokerName(pool.brokerId)}`])}
    />
  );
}
