import { type CreatedBulkOperation, ProblemError } from '@linework/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { numberText, t, tKnown, tParts } from '../language/translate.ts';
import { DialogForm } from '../ui/dialog-form.tsx';
import fieldStyles from '../ui/field.module.css';
import { Note } from '../ui/state.tsx';
import type { Preview, SelectionChange } from './batch-contract.ts';
import type { BatchSelection } from './batch-selection.ts';
import styles from './batches.module.css';
import { commandText, operationTexts, orderOperations } from './operations.ts';
import { RateSlider } from './rate-slider.tsx';

export function BatchForm({
  selection,
  onClose,
}: {
  readonly selection: BatchSelection;
  readonly onClose: () => void;
}) {
  const navigate = useNavigate();
  const [operation, setOperation] = useState(selection.operation);
  const [reason, setReason] = useState('');
  const [rate, setRate] = useState<number | undefined>();
  const { orderIds, orderFilter, restOf } = selection;
  const body = {
    operation,
    ...(orderIds && { orderIds }),
    ...(orderFilter && { orderFilter }),
    ...(restOf && { bulkItems: { bulkOperationId: restOf } }),
  };
  const preview = useQuery({
    queryKey: ['batch-preview', body],
    queryFn: async ({ signal }) =>
      await linework.request<Preview>('POST', '/bulk-operation-previews', { body, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const create = useMutation({
    mutationFn: async () => {
      const digest = preview.data?.digest;
      const more = { ...(digest !== undefined && { digest }), ...(rate !== undefined && { ordersPerMinute: rate }) };
      return await linework.request<CreatedBulkOperation>('POST', '/bulk-operations', {
        body: { ...body, ...more, reason: reason.trim() },
      });
    },
    // The orders are not those of the dry run any more: it is made again, and the person decides again.
    onError: (error) => void (error instanceof ProblemError && error.status === 409 && preview.refetch()),
    onSuccess: async ({ id }) => {
      onClose();
      await navigate({ to: '/batches/$batchId', params: { batchId: id }, search: {} });
    },
  });
  const allowed = preview.data?.allowed ?? 0;
  return (
    <DialogForm
      onSubmit={() => create.mutate()}
      error={create.error}
      describe={describeRefusal}
      command={create.isPending ? t('Starting …') : commandText(operation, allowed)}
      kind={operation === 'retry' ? 'primary' : 'danger'}
      disabled={allowed === 0 || reason.trim() === '' || create.isPending || preview.isFetching}
    >
      <OperationChoice operation={operation} onChange={setOperation} />
      <p className={styles.effect}>{operationTexts[operation].effect}</p>
      <PreviewResult preview={preview.data} error={preview.error} />
      {preview.data?.digest !== undefined && <RateSlider rate={rate} onChange={setRate} />}
      <ReasonField reason={reason} onChange={setReason} />
    </DialogForm>
  );
}

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

function ReasonField({ reason, onChange }: { readonly reason: string; readonly onChange: (reason: string) => void }) {
  return (
    <label className={fieldStyles.field}>
      {t('Reason')}
      <textarea
        name="reason"
        // biome-ignore lint/a11y/noAutofocus: it is the only thing that must be typed.
        autoFocus
        required
        rows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) =>
          event.key === 'Enter' && (event.metaKey || event.ctrlKey) && event.currentTarget.form?.requestSubmit()
        }
      />
      <span className={fieldStyles.hint}>
        {t('Shown at the batch and in the events of each order. Ctrl Enter starts the batch.')}
      </span>
    </label>
  );
}

/** A selection that has changed since the dry run is told with the difference. */
function describeRefusal(error: unknown): string {
  if (!(error instanceof ProblemError) || error.code !== 'selection-changed') return describeError(error).detail;
  const { added = 0, removed = 0, total } = error.problem as SelectionChange;
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
