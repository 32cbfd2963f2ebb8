import { type LineStatus, lineLifecycle } from '@linework/schemas/lifecycles/line.lifecycle';
import { type CreatedBulkOperation, ProblemError } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { readPage } from '../api/read-page.ts';
import { numberText, t, tKnown, tParts } from '../language/translate.ts';
import styles from '../records/records.module.css';
import { Dialog } from '../ui/dialog.tsx';
import { Form, ReasonField } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Note } from '../ui/state.tsx';

export const lineOperations = ['block', 'unblock'] as const;
export type LineOperation = (typeof lineOperations)[number];

/** The lines of a batch: those that were selected, or all that a filter has. */
export interface LinesSelection {
  readonly operation: LineOperation;
  readonly lineIds?: readonly string[] | undefined;
  readonly filter?: Readonly<Record<string, string>> | undefined;
  /** The filter has so many. */
  readonly total: number;
}

export const lineOperationTexts = {
  block: { name: t('Block'), type: 'LINE_BLOCK', effect: t('Each line is taken out of service.') },
  unblock: { name: t('Unblock'), type: 'LINE_UNBLOCK', effect: t('Each line is put into service again.') },
} as const;

/** How many lines are tried one by one. */
const triedLimit = 50;
/** So many at once: the API serves others too. */
const triedAtOnce = 5;

/** What the operation would do with the lines now. */
interface LinesDryRun {
  readonly total: number;
  readonly allowed: number;
  /** Why the others do not allow it. */
  readonly reasons: readonly (readonly [title: string, count: number])[];
  /** The lines were counted by their status, and an order that is open on one of them was not looked for. */
  readonly isByStatus: boolean;
}

/** Tries the operation on each line; nothing is changed by it. */
async function tryEach(ids: readonly string[], operation: LineOperation, signal: AbortSignal): Promise<LinesDryRun> {
  const titles: string[] = [];
  const waiting = [...ids];
  const work = async () => {
    for (let lineId = waiting.pop(); lineId !== undefined; lineId = waiting.pop())
      await linework.orders
        .preview({ type: lineOperationTexts[operation].type, lineId }, { signal })
        .catch((error: unknown) => {
          if (!(error instanceof ProblemError) || error.status >= 500 || error.status === 429) throw error;
          titles.push(error.title);
        });
  };
  await Promise.all(Array.from({ length: triedAtOnce }, work));
  const reasons = [...new Set(titles)].map((title) => [title, titles.filter((one) => one === title).length] as const);
  return { total: ids.length, allowed: ids.length - titles.length, reasons, isByStatus: false };
}

/** Counts the lines of a filter whose status allows the operation. */
async function countByStatus(
  { filter = {}, operation, total }: LinesSelection,
  signal: AbortSignal,
): Promise<LinesDryRun> {
  const wanted = filter['status']?.split(',');
  const allowing = lineLifecycle
    .getSources(operation)
    .filter((status: LineStatus) => wanted === undefined || wanted.includes(status));
  const count = async (statuses: readonly string[]) =>
    statuses.length === 0
      ? 0
      : (await readPage('/lines', { ...filter, status: statuses.join(','), limit: '1' }, signal)).meta.total;
  const allowed = await count(allowing);
  const others = total - allowed;
  return {
    total,
    allowed,
    reasons: others > 0 ? [[t('Not allowed in the current status'), others]] : [],
    isByStatus: true,
  };
}

const useLinesDryRun = (selection: LinesSelection) =>
  useQuery({
    queryKey: ['batch-preview', 'lines', selection],
    queryFn: ({ signal }): Promise<LinesDryRun> => {
      const { lineIds, operation } = selection;
      if (lineIds === undefined) return countByStatus(selection, signal);
      return tryEach(lineIds.slice(0, triedLimit), operation, signal);
    },
    staleTime: 0,
    gcTime: 0,
  });

interface LinesBatchDialogProps {
  readonly selection: LinesSelection | undefined;
  readonly onClose: () => void;
}

/** Shows first what a batch would do with the lines, and starts it only with a reason. */
export function LinesBatchDialog({ selection, onClose }: LinesBatchDialogProps) {
  const name = selection === undefined ? '' : lineOperationTexts[selection.operation].name;
  return (
    <Dialog open={selection !== undefined} onClose={onClose} title={t('{name} lines as a batch', { name })}>
      {selection !== undefined && <LinesBatchForm selection={selection} />}
    </Dialog>
  );
}

function LinesBatchForm({ selection }: { readonly selection: LinesSelection }) {
  const navigate = useNavigate();
  const { operation, lineIds, filter, total } = selection;
  const count = lineIds?.length ?? total;
  const dryRun = useLinesDryRun(selection);
  const form = useForm({
    // What was typed for other lines, and the key that was made for them, are not of these.
    name: `lines-batch:${operation}:${JSON.stringify(lineIds ?? filter)}`,
    initial: { reason: '' },
    required: ['reason'],
    send: async ({ reason }, options): Promise<CreatedBulkOperation> =>
      await linework.bulkOperations.create(
        { operation, ...(lineIds ? { lineIds: [...lineIds] } : { filter: splitLists(filter) }), reason: reason.trim() },
        options,
      ),
    onSent: ({ id }) => void navigate({ to: '/batches/$batchId', params: { batchId: id }, search: {} }),
  });
  const { name, effect } = lineOperationTexts[operation];
  return (
    <Form
      form={form}
      command={t('{operation} {count} line | {operation} {count} lines', { operation: name, count })}
      kind={operation === 'block' ? 'danger' : 'primary'}
      refusal={dryRun.error}
      disabled={dryRun.data === undefined || dryRun.data.allowed === 0}
    >
      <p className={styles.muted}>{effect}</p>
      {dryRun.error !== null && (
        <Note danger>{t('The dry run could not be made: {message}', { message: dryRun.error.message })}</Note>
      )}
      {dryRun.data === undefined && dryRun.error === null && <Note>{t('Trying, without changing anything …')}</Note>}
      {dryRun.data !== undefined && <Result dryRun={dryRun.data} selected={count} />}
      <ReasonField hint={t('Shown at the batch and in the events of each order.')} />
    </Form>
  );
}

/** A filter as the body of a request has it: several values are a list. */
const lists: ReadonlySet<string> = new Set(['status', 'brokerId', 'customerId', 'subscriptionId']);
const splitLists = (filter: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries(filter)
      .filter(([name]) => name !== 'sortBy' && name !== 'sortOrder')
      .map(([name, value]) => [name, lists.has(name) ? value.split(',') : value]),
  );

function Result({ dryRun, selected }: { readonly dryRun: LinesDryRun; readonly selected: number }) {
  const { total, allowed, reasons, isByStatus } = dryRun;
  return (
    <div className={styles.dryRun} role="status">
      <p>
        {tParts('{allowed} of {count} line allows it now. | {allowed} of {count} lines allow it now.', {
          allowed: <b>{numberText(allowed)}</b>,
          count: total,
        })}
      </p>
      {reasons.length > 0 && (
        <ul>
          {reasons.map(([title, count]) => (
            <li key={title}>
              {tParts('{count} not: {title}', { count: <b>{numberText(count)}</b>, title: tKnown(title) })}
            </li>
          ))}
        </ul>
      )}
      {total < selected && <p>{t('The first {total} of {selected} were tried.', { total, selected })}</p>}
      {isByStatus && <p>{t('Counted by status. The batch says of each line what became of it.')}</p>}
    </div>
  );
}
