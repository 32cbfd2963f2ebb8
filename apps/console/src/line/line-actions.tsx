import { lineLifecycle } from '@linework/schemas/lifecycles/line.lifecycle';
import type { Line, PreviewOrderBody, RequestOptions } from '@linework/sdk';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRightLeft, Ban, CardSim, CirclePlay, Hash, type LucideIcon, Power, Trash2 } from 'lucide-react';
import { linework } from '../api/linework.ts';
import { readWithEtag } from '../api/read-with-etag.ts';
import { mayDo, useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';
import { DryRunResult, useDryRun } from '../records/order-preview.tsx';
import {
  emptySource,
  findSource,
  hasSource,
  pointersOfSource,
  SourceFields,
  type SourceType,
} from '../resources/source-fields.tsx';
import { type Action, Actions } from '../ui/actions.tsx';
import { Form, ReasonField } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { HolderChangeForm } from './holder-change-form.tsx';
import styles from './line.module.css';

interface LineAction {
  readonly key: string;
  readonly name: string;
  readonly title: string;
  readonly effect: string;
  readonly icon: LucideIcon;
  readonly scope: 'lines:write' | 'lines:delete';
  readonly type: PreviewOrderBody['type'];
  readonly isGrave?: boolean;
  readonly isMain?: boolean;
  /** What the line gets by it. */
  readonly source?: SourceType;
  /** The statuses that allow it. */
  readonly statuses: readonly string[];
}

const fromRequest = (request: Parameters<typeof lineLifecycle.getSources>[0]): readonly string[] =>
  lineLifecycle.getSources(request);

/** A line that keeps its status: those of the order types of both changes. */
const inService = ['ACTIVE', 'BLOCKED'];

/** What can be done with a line, each by an order. */
export const lineActions: readonly LineAction[] = [
  {
    key: 'unblock',
    name: t('Unblock'),
    title: t('Unblock this line'),
    effect: t('The line is put into service again.'),
    icon: CirclePlay,
    scope: 'lines:write',
    type: 'LINE_UNBLOCK',
    isMain: true,
    statuses: fromRequest('unblock'),
  },
  {
    key: 'activate',
    name: t('Activate'),
    title: t('Activate this line'),
    effect: t('The line is put into service for the first time.'),
    icon: Power,
    scope: 'lines:write',
    type: 'LINE_ACTIVATION',
    isMain: true,
    statuses: fromRequest('activate'),
  },
  {
    key: 'block',
    name: t('Block'),
    title: t('Block this line'),
    effect: t('The line is taken out of service. It keeps its number and its SIM.'),
    icon: Ban,
    scope: 'lines:write',
    type: 'LINE_BLOCK',
    isMain: true,
    isGrave: true,
    statuses: fromRequest('block'),
  },
  {
    key: 'sim-swap',
    name: t('Swap SIM'),
    title: t('Swap the SIM of this line'),
    effect: t('The line gets another SIM. The old one is decommissioned and cannot be used again.'),
    icon: CardSim,
    scope: 'lines:write',
    type: 'LINE_SIM_SWAP',
    source: 'SIM',
    statuses: inService,
  },
  {
    key: 'number-change',
    name: t('Change number'),
    title: t('Change the number of this line'),
    effect: t('The line gets another number. The old one goes into quarantine.'),
    icon: Hash,
    scope: 'lines:write',
    type: 'LINE_NUMBER_CHANGE',
    source: 'MSISDN',
    statuses: inService,
  },
  {
    key: 'delete',
    name: t('Delete'),
    title: t('Delete this line'),
    effect: t(
      'The line is removed from the network for good. Its number goes into quarantine, from ' +
        'which it can be recalled.',
    ),
    icon: Trash2,
    scope: 'lines:delete',
    type: 'LINE_TERMINATION',
    isGrave: true,
    statuses: fromRequest('delete'),
  },
];

interface LineActionsProps {
  readonly line: Line;
  /** The action whose dialog is open, as the address has it. */
  readonly chosen: string | undefined;
}

/** What the status of the line and the scopes of the person allow. */
export function LineActions({ line, chosen }: LineActionsProps) {
  const { data: session } = useSession();
  const navigate = useNavigate();
  const choose = (action: string | undefined, order?: string) =>
    void navigate({
      to: '/lines/$lineId',
      params: { lineId: line.id },
      search: (before) => ({ order: order ?? before.order, do: action }),
      replace: action === undefined,
    });
  const actions = lineActions
    .filter(({ scope }) => mayDo(session, scope))
    .map(
      (action): Action => ({
        ...action,
        isAllowed: true,
        isOffered: action.statuses.includes(line.status),
        form: () => <LineForm line={line} action={action} onSent={(orderId) => choose(undefined, orderId)} />,
      }),
    );
  const holderChange: Action = {
    key: 'holder-change',
    name: t('Change holder'),
    title: t('Give this line to another holder'),
    icon: ArrowRightLeft,
    isAllowed: true,
    isOffered: ['STAND_BY', ...inService].includes(line.status),
    form: () => <HolderChangeForm line={line} onSent={(orderId) => choose(undefined, orderId)} />,
  };
  const all = mayDo(session, 'lines:write') ? [...actions, holderChange] : actions;
  return <Actions actions={all} chosen={chosen} onChoose={choose} />;
}

interface LineFormProps {
  readonly line: Line;
  readonly action: LineAction;
  readonly onSent: (orderId: string) => void;
}

const initial = { reason: '', ...emptySource('new') };

/** One action on a line: its dry run, what it needs, and the reason. */
export function LineForm({ line, action, onSent }: LineFormProps) {
  const { id } = line;
  const { key, type, source } = action;
  const form = useForm({
    name: `line:${id}:${key}`,
    initial,
    required: ['reason', 'newPool', 'newCode'],
    pointers: { reason: 'reason', ...pointersOfSource('new', source === 'SIM' ? '/sim' : '/msisdn') },
    record: { queryKey: ['line', id, 'version'], read: (signal) => readWithEtag(linework.lines.get(id, { signal })) },
    send: (values, options) => sendLineAction(id, action, values, options),
    onSent,
  });
  const { values } = form;
  const isComplete = source === undefined || hasSource(values, 'new');
  const dryRun = useDryRun(
    [id, type, line.updatedAt, ...(source === undefined ? [] : [values.newFrom, values.newPool, values.newCode])],
    isComplete
      ? async () => ({
          type,
          lineId: id,
          ...(source && { [source === 'SIM' ? 'sim' : 'msisdn']: await findSource(values, 'new', source) }),
        })
      : undefined,
  );
  return (
    <Form
      form={form}
      command={action.name}
      kind={action.isGrave ? 'danger' : 'primary'}
      refusal={isComplete ? dryRun.query.error : null}
    >
      <p className={styles.muted}>{action.effect}</p>
      {source !== undefined && <SourceFields prefix="new" type={source} brokerId={line.brokerId} />}
      <ReasonField
        hint={t('The events of the order and of the line keep it, with your name.')}
        isFirst={source === undefined}
      />
      <DryRunResult
        dryRun={dryRun}
        needs={source === 'SIM' ? t('Choose the SIM to try it.') : t('Choose the number to try it.')}
      />
    </Form>
  );
}

/** Sends it; returns the id of its order. */
async function sendLineAction(
  id: string,
  { key, source }: LineAction,
  values: typeof initial,
  options: RequestOptions,
): Promise<string> {
  const query = { reason: values.reason.trim() };
  const { lines } = linework;
  if (source === 'SIM')
    return await lines.swapSim(id, { sim: await findSource(values, 'new', source) }, { ...options, query }).orderId();
  if (source === 'MSISDN')
    return await lines
      .changeNumber(id, { msisdn: await findSource(values, 'new', source) }, { ...options, query })
      .orderId();
  const call = { block: lines.block, unblock: lines.unblock, activate: lines.activate, delete: lines.delete }[key];
  if (call === undefined) throw new Error(`There is no action ${key}.`);
  return await call.call(lines, id, query, options).orderId();
}
