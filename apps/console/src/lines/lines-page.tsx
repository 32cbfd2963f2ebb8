import type { Line } from '@linework/sdk';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { mayDo, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { toQuery } from '../lists/filters.ts';
import { lineFilters } from '../lists/list-filters.ts';
import styles from '../lists/lists.module.css';
import { RecordList } from '../lists/record-list.tsx';
import { Actions } from '../ui/actions.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import type { Column } from '../ui/grid.tsx';
import { Masked } from '../ui/masked.tsx';
import barStyles from '../ui/selection-bar.module.css';
import { Time } from '../ui/time.tsx';
import { type Selection, useSelection } from '../ui/use-selection.ts';
import {
  type LineOperation,
  LinesBatchDialog,
  type LinesSelection,
  lineOperations,
  lineOperationTexts,
} from './lines-batch.tsx';
import { NewLineForm } from './new-line-form.tsx';

const route = getRouteApi('/lines');

const views = [
  ['', t('All')],
  ['ACTIVE', t('Active [lines]')],
  ['BLOCKED', t('Blocked [lines]')],
  ['PROVISIONING_ERROR,ACTIVATION_ERROR,BLOCKING_ERROR,TERMINATION_ERROR', t('With an error')],
] as const;

const columns = (brokerName: (id: string) => string): readonly Column<Line>[] => [
  { name: t('Status'), className: styles.status, cell: ({ status }) => <StatusBadge kind="line" status={status} /> },
  {
    name: t('Number'),
    className: styles.main,
    cell: ({ id, msisdn }) => (
      <Link to="/lines/$lineId" params={{ lineId: id }}>
        <Masked text={msisdn} />
      </Link>
    ),
  },
  {
    name: t('Holder'),
    className: styles.beside,
    cell: ({ holder }) => (
      <Link to="/holders/$holderId" params={{ holderId: holder.id }}>
        <Masked text={holder.name} />
      </Link>
    ),
  },
  {
    name: 'ICCID',
    className: `${styles.wide} ${styles.muted}`,
    cell: ({ iccId }) => <Masked text={iccId} />,
  },
  { name: t('Broker'), className: styles.muted, cell: ({ brokerId }) => brokerName(brokerId) },
  {
    name: t('Changed'),
    className: `${styles.time} ${styles.muted}`,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

/** The lines of all holders. A selection of them, or all of a filter, is blocked and unblocked as a batch. */
export function LinesPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const brokerName = useBrokerName();
  const selection = useSelection();
  const canWrite = mayDo(useSession().data, 'lines:write');
  const [batch, setBatch] = useState<LinesSelection | undefined>();
  const query = toQuery(search, lineFilters);
  const choose = (action: string | undefined) =>
    void navigate({ to: '/lines', search: { ...search, do: action }, replace: action === undefined });
  const newLine = () => (
    <NewLineForm
      onSent={({ lineId, orderId }) =>
        void navigate({ to: '/lines/$lineId', params: { lineId }, search: { order: orderId } })
      }
    />
  );
  return (
    <RecordList
      title={t('Lines')}
      path="/lines"
      queryName="lines"
      search={search}
      onSearch={(changed) => void navigate({ to: '/lines', search: changed })}
      filters={lineFilters}
      views={views}
      columns={columns}
      layout={canWrite ? styles.chosenLines : styles.lines}
      selection={canWrite ? selection : undefined}
      actions={
        <Actions
          actions={[
            {
              key: 'new',
              name: t('New line'),
              title: t('New line'),
              icon: Plus,
              isMain: true,
              isAllowed: canWrite,
              isOffered: true,
              form: newLine,
            },
          ]}
          chosen={search['do']}
          onChoose={choose}
        />
      }
      empty={{
        title: t('There is no line'),
        text: t('A line is created for a holder, with a number and a SIM of a pool.'),
      }}
      brokerName={brokerName}
      onOpen={({ id }) => void navigate({ to: '/lines/$lineId', params: { lineId: id } })}
    >
      {(total = selection.size) => (
        <>
          <SelectionBar
            selection={selection}
            total={Object.keys(query).length > 0 ? total : undefined}
            onAct={(operation, isAll) =>
              setBatch(isAll ? { operation, filter: query, total } : { operation, lineIds: selection.keys, total })
            }
          />
          <LinesBatchDialog selection={batch} onClose={() => setBatch(undefined)} />
        </>
      )}
    </RecordList>
  );
}

interface SelectionBarProps {
  readonly selection: Selection;
  /** How many lines the filter has; undefined without a filter: nobody means all lines. */
  readonly total: number | undefined;
  readonly onAct: (operation: LineOperation, isAll: boolean) => void;
}

/** What can be done with the selected lines, or with all that the filter has. */
function SelectionBar({ selection, total, onAct }: SelectionBarProps) {
  if (selection.size === 0) return null;
  return (
    <div className={barStyles['bar']} role="toolbar" aria-label={t('Selection')}>
      <p>{t('{size} selected', { size: selection.size })}</p>
      {lineOperations.map((operation) => (
        <Button key={operation} onClick={() => onAct(operation, false)}>
          {lineOperationTexts[operation].name} …
        </Button>
      ))}
      {total !== undefined &&
        total > selection.size &&
        lineOperations.map((operation) => (
          <Button key={operation} onClick={() => onAct(operation, true)}>
            {t('{operation} all {total} …', { operation: lineOperationTexts[operation].name, total })}
          </Button>
        ))}
      <Button kind="plain" onClick={() => selection.replace([])}>
        {t('Clear')}
      </Button>
    </div>
  );
}
