import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CirclePause, CirclePlay, CircleX, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { mayDo, useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/state.tsx';
import { useCommands } from '../ui/use-commands.ts';
import { type Batch, isUnderWay } from './batch-contract.ts';
import { BatchDialog } from './batch-dialog.tsx';
import type { BatchGroup } from './batch-group.ts';
import type { BatchSelection } from './batch-selection.ts';

type BatchRequest = 'approve' | 'pause' | 'resume' | 'cancel';

/** Whether a batch allows a request now. One that has ended or was paused before the others is left as it is. */
const allows: Readonly<Record<BatchRequest, (batch: Batch) => boolean>> = {
  approve: ({ status }) => status === 'AWAITING_APPROVAL',
  pause: ({ status }) => status === 'RUNNING',
  resume: ({ status }) => status === 'PAUSED',
  cancel: isUnderWay,
};

/** An approval is for the page only: whoever approves has read it. */
const commands = {
  pause: { name: t('Pause this batch'), icon: CirclePause },
  resume: { name: t('Resume this batch'), icon: CirclePlay },
  cancel: { name: t('Stop this batch'), icon: CircleX },
} as const;

/** Approves, pauses and stops what was confirmed together, or retries what it has left failed. */
export function BatchActions({ group }: { readonly group: BatchGroup }) {
  const client = useQueryClient();
  const session = useSession().data;
  const canAct = mayDo(session, 'lines:write');
  const [selection, setSelection] = useState<BatchSelection | undefined>();
  const { parts, counts, status } = group;
  const [first] = parts;
  const move = useMutation({
    mutationFn: async (request: BatchRequest) => {
      for (const { id } of parts.filter(allows[request]))
        await linework.request<Batch>('POST', `/bulk-operations/${id}/${request}`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['batch'] }),
  });
  const rest = useMutation({
    mutationFn: async () =>
      parts.length === 1 && first.createdBy ? undefined : await readFailedOrderIds(parts.map(({ id }) => id)),
    onSuccess: (orderIds) =>
      setSelection(orderIds ? { operation: 'retry', orderIds } : { operation: 'retry', restOf: first.id }),
  });
  const isOwn = first.createdBy?.operatorId === session?.operator.id;
  const isAllowed = (request: BatchRequest) => parts.some(allows[request]);
  const leavesFailed = group.finishedAt !== undefined && counts.failed > 0;
  const restText = t('Retry the {failed} that failed …', { failed: counts.failed });
  useCommands([
    ...(['pause', 'resume', 'cancel'] as const)
      .filter((request) => canAct && isAllowed(request))
      .map((request) => ({ ...commands[request], run: () => move.mutate(request) })),
    ...(canAct && leavesFailed ? [{ name: restText, icon: RotateCcw, run: () => rest.mutate() }] : []),
  ]);
  const button = (request: BatchRequest, text: string, kind?: 'primary') => (
    <Button
      kind={kind}
      disabled={!canAct || move.isPending || (request === 'approve' && isOwn)}
      title={request === 'approve' && isOwn ? t('Another person approves it.') : undefined}
      onClick={() => move.mutate(request)}
    >
      {text}
    </Button>
  );
  return (
    <>
      {move.isError && <Note danger>{describeError(move.error).detail}</Note>}
      {isAllowed('approve') && button('approve', t('Approve'), 'primary')}
      {isAllowed('pause') && first.createdBy !== undefined && button('pause', t('Pause'))}
      {isAllowed('resume') && button('resume', t('Resume'), 'primary')}
      {isAllowed('cancel') && button('cancel', status === 'AWAITING_APPROVAL' ? t('Reject') : t('Stop the batch'))}
      {leavesFailed && (
        <Button kind="primary" disabled={!canAct || rest.isPending} onClick={() => rest.mutate()}>
          {restText}
        </Button>
      )}
      <BatchDialog selection={selection} onClose={() => setSelection(undefined)} />
    </>
  );
}

/** The ids of the orders that batches have left failed. */
async function readFailedOrderIds(batchIds: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const batchId of batchIds) {
    for await (const { orderId } of linework.bulkOperations.items(batchId, { limit: 100, outcome: ['FAILED'] }))
      if (orderId !== undefined) ids.push(orderId);
  }
  return ids;
}
