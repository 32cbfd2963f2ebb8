import type { BulkPreview, CreatedBulkOperation } from '@linework/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { Button } from '../ui/button.tsx';
import dialogStyles from '../ui/dialog.module.css';
import fieldStyles from '../ui/field.module.css';
import { Note } from '../ui/state.tsx';
import type { BatchSelection } from './batch-dialog.tsx';
import styles from './batches.module.css';
import { commandText, operationTexts, orderOperations } from './operations.ts';

export function BatchForm({ selection, onClose }: { readonly selection: BatchSelection; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [operation, setOperation] = useState(selection.operation);
  const [reason, setReason] = useState('');
  const { orderIds, orderFilter } = selection;
  const body = { operation, ...(orderIds && { orderIds }), ...(orderFilter && { orderFilter }) };
  const preview = useQuery({
    queryKey: ['batch-preview', body],
    queryFn: async ({ signal }) => await linework.request<BulkPreview>('POST', '/bulk-operation-previews', { body, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const create = useMutation({
    mutationFn: async () => await linework.request<CreatedBulkOperation>('POST', '/bulk-operations', { body: { ...body, reason: reason.trim() } }),
    onSuccess: async ({ id }) => {
      onClose();
      await navigate({ to: '/batches/$batchId', params: { batchId: id }, search: {} });
    },
  });
  const allowed = preview.data?.allowed ?? 0;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <fieldset className={styles.operations}>
        <legend className={styles.legend}>What is done</legend>
        {orderOperations.map((one) => (
          <label key={one} className={styles.operation}>
            <input type="radio" name="operation" checked={one === operation} onChange={() => setOperation(one)} />
            {operationTexts[one].name}
          </label>
        ))}
      </fieldset>
      <p className={styles.effect}>{operationTexts[operation].effect}</p>
      <PreviewResult preview={preview.data} error={preview.error} />
      <label className={fieldStyles.field}>
        Reason
        <textarea
          name="reason"
          // biome-ignore lint/a11y/noAutofocus: it is the only thing that must be typed.
          autoFocus
          required
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && (event.metaKey || event.ctrlKey) && event.currentTarget.form?.requestSubmit()}
        />
        <span className={fieldStyles.hint}>Everybody can read it at the batch and in the events of each order. Ctrl Enter starts the batch.</span>
      </label>
      <div role="alert">{create.isError && <Note danger>{describeError(create.error).detail}</Note>}</div>
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>Leave it</Button>
        <Button
          type="submit"
          kind={operation === 'retry' ? 'primary' : 'danger'}
          disabled={allowed === 0 || reason.trim() === '' || create.isPending || preview.isFetching}
        >
          {create.isPending ? 'Starting …' : commandText(operation, allowed)}
        </Button>
      </div>
    </form>
  );
}

/** The dry run: how many may, how many may not, and why. */
function PreviewResult({ preview, error }: { readonly preview: BulkPreview | undefined; readonly error: unknown }) {
  if (error !== null) return <Note danger>{describeError(error).detail}</Note>;
  if (preview === undefined) return <Note>Counting the orders …</Note>;
  return (
    <div className={styles.preview} role="status">
      <p>
        <b>{preview.allowed.toLocaleString('en')}</b> of {preview.total.toLocaleString('en')} orders allow it now.
      </p>
      {preview.reasons.length > 0 && (
        <ul>
          {preview.reasons.map(({ code, title, currentStatus, count, exampleOrderId }) => (
            <li key={`${code}-${currentStatus}`}>
              <b>{count.toLocaleString('en')}</b> not: {title}
              {currentStatus !== undefined && ` (${currentStatus})`}, for example <code>{exampleOrderId}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
