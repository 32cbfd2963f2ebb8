import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { mayAct, useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/state.tsx';
import { type Batch, isUnderWay } from './batch-contract.ts';
import { BatchDialog } from './batch-dialog.tsx';
import type { BatchSelection } from './batch-selection.ts';

type BatchRequest = 'approve' | 'pause' | 'resume' | 'cancel';

/** Approves, pauses and stops a batch, or retries what one has left failed. */
export function BatchActions({ batch }: { readonly batch: Batch }) {
  const client = useQueryClient();
  const session = useSession().data;
  const canAct = mayAct(session);
  const [selection, setSelection] = useState<BatchSelection | undefined>();
  const move = useMutation({
    mutationFn: (request: BatchRequest) => linework.request<Batch>('POST', `/bulk-operations/${batch.id}/${request}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['batch', batch.id] }),
  });
  const rest = useMutation({
    mutationFn: async () => (batch.createdBy ? undefined : await readFailedOrderIds(batch.id)),
    onSuccess: (orderIds) =>
      setSelection(orderIds ? { operation: 'retry', orderIds } : { operation: 'retry', restOf: batch.id }),
  });
  const isOwn = batch.createdBy?.operatorId === session?.operator.id;
  const button = (request: BatchRequest, text: string, kind?: 'primary') => (
    <Button
      kind={kind}
      disabled={!canAct || move.isPending || (request === 'approve' && isOwn)}
      title={request === 'approve' && isOwn ? 'Another person approves it.' : undefined}
      onClick={() => move.mutate(request)}
    >
      {text}
    </Button>
  );
  return (
    <>
      {move.isError && <Note danger>{describeError(move.error).detail}</Note>}
      {batch.status === 'AWAITING_APPROVAL' && button('approve', 'Approve', 'primary')}
      {batch.status === 'RUNNING' && batch.createdBy !== undefined && button('pause', 'Pause')}
      {batch.status === 'PAUSED' && button('resume', 'Resume', 'primary')}
      {isUnderWay(batch) && button('cancel', batch.status === 'AWAITING_APPROVAL' ? 'Reject' : 'Stop the batch')}
      {batch.finishedAt !== undefined && batch.counts.failed > 0 && (
        <Button kind="primary" disabled={!canAct || rest.isPending} onClick={() => rest.mutate()}>
          Retry the {batch.counts.failed.toLocaleString('en')} that failed …
        </Button>
      )}
      <BatchDialog selection={selection} onClose={() => setSelection(undefined)} />
    </>
  );
}

/** The ids of the orders that a batch has left failed. */
async function readFailedOrderIds(batchId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { orderId } of linework.bulkOperations.items(batchId, { limit: 100, outcome: ['FAILED'] }))
    if (orderId !== undefined) ids.push(orderId);
  return ids;
}
