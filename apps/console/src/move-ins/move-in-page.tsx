import type { MoveInDetails } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { mayDo, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { IdFact } from '../records/id-fact.tsx';
import { RecordHistory } from '../records/record-history.tsx';
import { RecordState } from '../records/record-state.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { shortId } from '../ui/text/order-text.ts';
import { Time } from '../ui/time.tsx';
import { Files } from './files.tsx';
import { Findings } from './findings.tsx';
import { isBusy, isCompared, listStages, stateTexts } from './move-in-text.ts';
import styles from './move-ins.module.css';
import { Balance, Rows } from './rows.tsx';

const route = getRouteApi('/move-ins/$moveInId');
const parent = { to: '/move-ins', name: t('Move-ins') } as const;
const changes = ['move-in', 'move-ins'];

/** One move-in: how far it is, what was found and decided, and what became of each row. */
export function MoveInPage() {
  const { moveInId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['move-in', moveInId],
    queryFn: async ({ signal }): Promise<MoveInDetails> => await linework.moveIns.get(moveInId, { signal }),
    // A worker writes no event for each row, so the page asks while it is busy.
    refetchInterval: ({ state }) => (state.data !== undefined && isBusy(state.data) ? 2_000 : false),
  });
  if (data === undefined) return <RecordState what={t('Move-in')} parent={parent} error={error} onRetry={refetch} />;
  const title = data.name ?? t('Move-in {id}', { id: shortId(moveInId) });
  return (
    <Page
      scrolls
      title={title}
      parent={parent}
      beside={<StatusBadge kind="move-in" status={data.status} />}
      actions={<MoveInActions moveIn={data} />}
    >
      <MoveInFacts moveIn={data} />
      <Stages moveIn={data} />
      <Parts moveIn={data} />
    </Page>
  );
}

interface OfMoveIn {
  readonly moveIn: MoveInDetails;
}

function MoveInFacts({ moveIn }: OfMoveIn) {
  const brokerName = useBrokerName();
  return (
    <Facts>
      <Fact name={t('Broker')}>{brokerName(moveIn.brokerId)}</Fact>
      <Fact name={t('Numbers')}>
        <Link to="/pools/$poolId" params={{ poolId: moveIn.numberPoolId }}>
          {t('Open their pool')}
        </Link>
      </Fact>
      <Fact name={t('SIMs')}>
        <Link to="/pools/$poolId" params={{ poolId: moveIn.simPoolId }}>
          {t('Open their pool')}
        </Link>
      </Fact>
      <Fact name={t('Register')}>
        {t('{count} read a second | {count} reads a second', { count: moveIn.callsPerSecond })}
      </Fact>
      {isCompared(moveIn) && (
        <Fact name={t('Subscribers without a line')}>
          {moveIn.progress.registerListedAt === undefined ? (
            t('Not looked for: the register cannot list them')
          ) : (
            <Time at={moveIn.progress.registerListedAt} />
          )}
        </Fact>
      )}
      <Fact name={t('Opened')}>
        <Time at={moveIn.createdAt} />
      </Fact>
      <IdFact name={t('Move-in')} id={moveIn.id} />
    </Facts>
  );
}

function Stages({ moveIn }: OfMoveIn) {
  return (
    <Section title={t('Stages')}>
      <ol className={styles.stages}>
        {listStages(moveIn).map(({ name, state, part }) => (
          <li key={name} data-state={state}>
            <span className={styles.name}>{name}</span>
            {part !== undefined && (
              <progress aria-label={name} max={Math.max(part.all, 1)} value={Math.min(part.done, part.all)} />
            )}
            <span className={styles.small}>
              {stateTexts[state]}
              {part !== undefined && part.all > 0 && `, ${part.text}`}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** What may be asked of a worker now. The server has the same rules. */
function MoveInActions({ moveIn: { id, status, progress } }: OfMoveIn) {
  const disabled = !mayDo(useSession().data, 'inventory:import', 'administrator');
  const shared = { disabled, changes };
  return (
    <>
      {(status === 'OPEN' || status === 'CHECKED') && (
        <ActionButton
          {...shared}
          draft={`move-in.check.${id}`}
          name={t('Check')}
          title={t('Check the files')}
          send={(_, options) => linework.moveIns.check(id, options)}
        >
          <p>{t('A worker checks all rows and lists everything that is wrong. It writes no record.')}</p>
        </ActionButton>
      )}
      {status === 'CHECKED' && (
        <>
          <ActionButton
            {...shared}
            draft={`move-in.compare.${id}`}
            name={t('Compare')}
            title={t('Compare the lines with the register')}
            send={(_, options) => linework.moveIns.compare(id, options)}
          >
            <p>
              {t('A worker reads the register for each line, and changes nothing there.')}{' '}
              {t('Where the register can list its subscribers, it finds those that no line has.')}
            </p>
          </ActionButton>
          <ActionButton
            {...shared}
            draft={`move-in.adopt.${id}`}
            name={t('Adopt')}
            title={t('Adopt the rows')}
            send={(_, options) => linework.moveIns.adopt(id, options)}
          >
            <p>
              {t(
                'A worker writes the records of up to {count} row. | ' +
                  'A worker writes the records of up to {count} rows.',
                { count: progress.rows },
              )}{' '}
              {t('The network is not called. Everything that was found must be decided before.')}
            </p>
          </ActionButton>
        </>
      )}
      {status === 'ADOPTED' && (
        <ActionButton
          {...shared}
          draft={`move-in.undo.${id}`}
          name={t('Undo')}
          title={t('Take the adopted holders back')}
          kind="danger"
          send={(_, options) => linework.moveIns.undo(id, options)}
        >
          <p>
            {t(
              'A worker removes each holder with all that was adopted of it. A holder that an order, an invoice or a ' +
                'payment has touched since stays.',
            )}
          </p>
        </ActionButton>
      )}
    </>
  );
}

const parts = [
  ['findings', t('Findings')],
  ['files', t('Files')],
  ['balance', t('Balance')],
  ['rows', t('Rows')],
  ['history', t('History')],
] as const;

/** One part at a time, as the address says. */
function Parts({ moveIn }: OfMoveIn) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { id, status, files, updatedAt } = moveIn;
  const part = search['part'] ?? (status === 'OPEN' || files.length === 0 ? 'files' : 'findings');
  return (
    <>
      <div className={styles.parts}>
        <Tabs
          label={t('Part')}
          tabs={parts}
          value={part}
          onChange={(next) =>
            void navigate({ to: '/move-ins/$moveInId', params: { moveInId: id }, search: { part: next } })
          }
        />
      </div>
      {part === 'findings' && <Findings moveIn={moveIn} search={search} />}
      {part === 'files' && <Files moveIn={moveIn} />}
      {part === 'balance' && <Balance moveIn={moveIn} />}
      {part === 'rows' && <Rows moveIn={moveIn} search={search} />}
      {part === 'history' && (
        <RecordHistory
          kind="move-in"
          id={id}
          version={updatedAt}
          read={(moveInId, query, options) => linework.moveIns.events(moveInId, query, options)}
        />
      )}
    </>
  );
}
