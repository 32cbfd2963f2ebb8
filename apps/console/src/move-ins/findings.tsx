import { findingCodes } from '@linework/schemas/move-ins/finding-codes';
import type { Page as ListPage, MoveInDetails, MoveInFinding } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { mayDo, useSession } from '../api/session.ts';
import { numberText, t, tKnown } from '../language/translate.ts';
import type { TextSearch } from '../lists/filters.ts';
import styles from '../records/records.module.css';
import { ActionButton } from '../ui/action-button.tsx';
import { Badge } from '../ui/badge.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { ChoiceField, ReasonField } from '../ui/form/form.tsx';
import { Section } from '../ui/page.tsx';
import selectStyles from '../ui/select.module.css';
import { SmallFailure } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { choiceNames, decidedNames, type FindingCode, kindNames, type MoveInKind } from './move-in-text.ts';
import moveInStyles from './move-ins.module.css';

interface FindingsProps {
  readonly moveIn: MoveInDetails;
  readonly search: TextSearch;
}

type Group = MoveInDetails['findings'][number];

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What was found, by its kind, and what a person has decided about each kind. Below them the rows of one. */
export function Findings({ moveIn, search }: FindingsProps) {
  const canDecide = mayDo(useSession().data, 'inventory:import', 'administrator') && moveIn.status === 'CHECKED';
  const columns: readonly TableColumn<Group>[] = [
    { name: t('Finding'), cell: ({ text }) => capitalise(tKnown(text)) },
    {
      name: t('Rows [a count]'),
      kind: 'number',
      cell: ({ code, count }) => (
        <Link
          to="/move-ins/$moveInId"
          params={{ moveInId: moveIn.id }}
          search={{ part: 'findings', code }}
          title={t('Show these rows')}
        >
          {numberText(count)}
        </Link>
      ),
    },
    {
      name: t('Decided'),
      cell: ({ decision, reason }) =>
        decision === undefined ? (
          <Badge tone="warning">{toWords('OPEN')}</Badge>
        ) : (
          <span title={reason}>
            <Badge tone="quiet">{decidedNames[decision]}</Badge>
          </span>
        ),
    },
    {
      name: t('Decide'),
      kind: 'action',
      cell: (group) => <Decide moveInId={moveIn.id} group={group} disabled={!canDecide} />,
    },
  ];
  return (
    <>
      <Section title={t('What was found')}>
        {moveIn.findings.length === 0 ? (
          <p className={styles.muted}>
            {moveIn.status === 'OPEN' ? t('The files were not checked yet.') : t('Nothing is wrong with any row.')}
          </p>
        ) : (
          <Table label={t('Findings by kind')} rows={moveIn.findings} keyOf={({ code }) => code} columns={columns} />
        )}
      </Section>
      {moveIn.findings.length > 0 && <FindingRows moveIn={moveIn} search={search} />}
    </>
  );
}

interface DecideProps {
  readonly moveInId: string;
  readonly group: Group;
  readonly disabled: boolean;
}

function Decide({ moveInId, group: { code, text, count, choices, decision }, disabled }: DecideProps) {
  return (
    <ActionButton
      draft={`move-in.decide.${moveInId}.${code}`}
      name={t('Decide')}
      title={t('Decide about {count} row | Decide about {count} rows', { count })}
      disabled={disabled}
      initial={{ decision: decision ?? choices[0] ?? '', reason: '' }}
      required={['decision', 'reason']}
      send={(values, options) =>
        linework.moveIns.decide(
          moveInId,
          { code, decision: values.decision as Group['choices'][number], reason: values.reason.trim() },
          options,
        )
      }
      changes={['move-in']}
    >
      <p>
        {t('All rows where {text}.', { text: tKnown(text) })}{' '}
        {t('A later decision replaces this one, until the rows are adopted.')}
      </p>
      <ChoiceField
        name="decision"
        label={t('What happens with them')}
        options={choices.map((choice) => [choice, choiceNames[choice]])}
      />
      <ReasonField hint={t('Is kept with the decision, in the statement.')} isFirst={false} />
    </ActionButton>
  );
}

const limit = 100;

/** The findings of one kind, or of one kind of file. The table as CSV has all of them. */
function FindingRows({ moveIn: { id, findings, updatedAt }, search }: FindingsProps) {
  const navigate = useNavigate();
  const filter = {
    ...(search['code'] !== undefined && { code: [search['code'] as FindingCode] }),
    ...(search['kind'] !== undefined && { kind: [search['kind'] as MoveInKind] }),
  };
  const rows = useQuery({
    queryKey: ['move-in', id, 'findings', filter, updatedAt],
    queryFn: async ({ signal }): Promise<ListPage<MoveInFinding>> =>
      await linework.moveIns.findings(id, { ...filter, limit, sortBy: 'row', sortOrder: 'asc' }, { signal }),
    placeholderData: (before) => before,
  });
  const choose = (name: 'code' | 'kind') => (event: React.ChangeEvent<HTMLSelectElement>) =>
    void navigate({
      to: '/move-ins/$moveInId',
      params: { moveInId: id },
      search: { ...search, part: 'findings', [name]: event.target.value === '' ? undefined : event.target.value },
    });
  const total = rows.data?.meta.total ?? 0;
  return (
    <Section
      title={total === 0 ? t('Row by row') : t('Row by row {total}', { total })}
      beside={
        <>
          <select
            className={selectStyles.select}
            aria-label={t('Kind of finding')}
            value={search['code'] ?? ''}
            onChange={choose('code')}
          >
            <option value="">{t('All findings')}</option>
            {findings.map(({ code, text }) => (
              <option key={code} value={code}>
                {tKnown(text)}
              </option>
            ))}
          </select>
          <select
            className={selectStyles.select}
            aria-label={t('Kind of file')}
            value={search['kind'] ?? ''}
            onChange={choose('kind')}
          >
            <option value="">{t('All files')}</option>
            {Object.entries(kindNames).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
          <CsvButton path={`/move-ins/${id}/findings`} query={{ code: search['code'], kind: search['kind'] }} />
        </>
      }
    >
      {rows.isError && <SmallFailure error={rows.error} onRetry={rows.refetch} />}
      {rows.data?.items.length === 0 && <p className={styles.muted}>{t('None has both.')}</p>}
      {rows.data !== undefined && rows.data.items.length > 0 && (
        <Table label={t('Findings')} rows={rows.data.items} keyOf={({ id: finding }) => finding} columns={rowColumns} />
      )}
      {total > limit && (
        <p className={styles.hint}>{t('The first {limit} are shown. The CSV has all of them.', { limit })}</p>
      )}
    </Section>
  );
}

/** A number that is in no file has no row, and stands for itself. */
const placeText = ({ kind, row, msisdn }: MoveInFinding): string =>
  msisdn === undefined ? `${kindNames[kind]}, ${numberText(row)}` : t('{msisdn}, in no file', { msisdn });

const rowColumns: readonly TableColumn<MoveInFinding>[] = [
  { name: t('File and row'), cell: placeText },
  { name: t('Column'), isWide: true, cell: ({ column }) => (column === undefined ? '–' : <code>{column}</code>) },
  {
    name: t('What is wrong'),
    // The detail has values of the row, and is in the words of the server.
    cell: ({ code, detail }) => (
      <>
        {capitalise(tKnown(findingCodes[code].text))} <span className={moveInStyles.detail}>{detail}</span>
      </>
    ),
  },
  { name: t('Legacy id'), isWide: true, cell: ({ legacyId }) => legacyId ?? '–' },
];
