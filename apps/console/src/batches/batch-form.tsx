import type { CreatedBulkOperation, ProblemError } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { numberText, t, tKnown, tParts } from '../language/translate.ts';
import { Form, ReasonField } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Note } from '../ui/state.tsx';
import type { Preview, SelectionChange } from './batch-contract.ts';
import type { BatchSelection } from './batch-selection.ts';
import styles from './batches.module.css';
import { commandText, type OrderOperation, operationTexts, orderOperations } from './operations.ts';
import { RateSlider } from './rate-slider.tsx';

interface BatchFormProps {
  readonly selection: BatchSelection;
  readonly onClose: () => void;
}

export function BatchForm({ selection, onClose }: BatchFormProps) {
  const navigate = useNavigate();
  const { orderIds, orderFilter, restOf } = selection;
  const selected = {
    ...(orderIds && { orderIds }),
    ...(orderFilter && { orderFilter }),
    ...(restOf && { bulkItems: { bulkOperationId: restOf } }),
  };
  const form = useForm({
    name: `batch:${JSON.stringify(selected)}`,
    initial: { operation: selection.operation as string, rate: '', reason: '', digest: '' },
    required: ['reason'],
    texts: { 'selection-changed': describeChange },
    complete: () => ({ digest: preview.data?.digest ?? '' }),
    send: async ({ operation, rate, reason, digest }, options): Promise<CreatedBulkOperation> => {
      const more = { ...(digest !== '' && { digest }), ...(rate !== '' && { ordersPerMinute: Number(rate) }) };
      const body = { operation, ...selected, ...more, reason: reason.trim() };
      return await linework.request<CreatedBulkOperation>('POST', '/bulk-operations', { ...options, body });
    },
    onSent: ({ id }) => {
      onClose();
      void navigate({ to: '/batches/$batchId', params: { batchId: id }, search: {} });
    },
    // The orders may not be those of the dry run any more: it is made again, and the person decides again.
    readAgain: ['batch-preview'],
  });
  const operation = form.values.operation as OrderOperation;
  const preview = usePreview({ operation, ...selected });
  const allowed = preview.data?.allowed ?? 0;
  return (
    <Form
      form={form}
      command={commandText(operation, allowed)}
      kind={operation === 'retry' ? 'primary' : 'danger'}
      disabled={allowed === 0 || preview.isFetching}
    >
      <OperationChoice operation={operation} onChange={(chosen) => form.set('operation', chosen)} />
      <p className={styles.effect}>{operationTexts[operation].effect}</p>
      <PreviewResult preview={preview.data} error={preview.error} />
      {preview.data?.digest !== undefined && (
        <RateSlider
          rate={form.values.rate === '' ? undefined : Number(form.values.rate)}
          onChange={(rate) => form.set('rate', rate === undefined ? '' : String(rate))}
        />
      )}
      <ReasonField
        rows={2}
        hint={t('Shown at the batch and in the events of each order. Ctrl Enter starts the batch.')}
      />
    </Form>
  );
}

/** The dry run of a batch; nothing is changed by it. */
const usePreview = (body: Readonly<Record<string, unknown>>) =>
  useQuery({
    queryKey: ['batch-preview', body],
    queryFn: async ({ signal }) =>
      await linework.request<Preview>('POST', '/bulk-operation-previews', { body, signal }),
    staleTime: 0,
    gcTime: 0,
  });

interface OperationChoiceProps {
  readonly operation: BatchSelection['operation'];
  readonly onChange: (operation: BatchSelection['operation']) => void;
}

function OperationChoice({ operation, onChange }: OperationChoiceProps) {
  return (
    <fieldset className={styles.operations}>
      <legend className={styles.legend}>{t('Operation')}</legend>
      {orderOperations.map((one) => (
        <label key={one} className={styles.operation}>
          <input type="radio" name="operation" checked={one === operation} onChange={() => onChange(one)} />
          {operationTexts[one].name}
        </label>
      ))}
    </fieldset>
  );
}

/** A selection that has changed since the dry run is told with the difference. */
function describeChange({ problem }: ProblemError): string {
  const { added = 0, removed = 0, total } = problem as SelectionChange;
  const changed = t(
    'Since the dry run {count} order came and {removed} went, so nothing was started. | Since the dry run {count} ' +
      'orders came and {removed} went, so nothing was started.',
    { count: added, removed },
  );
  return total === undefined ? changed : `${changed} ${t('{total} are selected now.', { total })}`;
}

/** The dry run: how many may, how many may not, and why. */
function PreviewResult({ preview, error }: { readonly preview: Preview | undefined; readonly error: unknown }) {
  if (error !== null) return <Note danger>{describeError(error).detail}</Note>;
  if (preview === undefined) return <Note>{t('Counting the orders …')}</Note>;
  return (
    <div className={styles.preview} role="status">
      <p>
        {tParts('{allowed} of {count} order allows it now. | {allowed} of {count} orders allow it now.', {
          allowed: <b>{numberText(preview.allowed)}</b>,
          count: preview.total,
        })}
      </p>
      {preview.needsApproval === true && <p>{t('A batch of this size waits until another person approves it.')}</p>}
      {preview.reasons.length > 0 && (
        <ul>
          {preview.reasons.map(({ code, title, currentStatus, count, exampleOrderId }) => (
            <li key={`${code}-${currentStatus}`}>
              {tParts('{count} not: {why}, for example {id}', {
                count: <b>{numberText(count)}</b>,
                why: currentStatus === undefined ? tKnown(title) : `${tKnown(title)} (${currentStatus})`,
                id: <code>{exampleOrderId}</code>,
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
