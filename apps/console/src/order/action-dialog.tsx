import type { Order } from '@linework/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { ReasonField } from '../ui/reason-field.tsx';
import styles from './order.module.css';
import { type OrderRequest, requestTexts } from './order-actions.ts';

interface ActionDialogProps {
  readonly order: Order;
  readonly request: OrderRequest | undefined;
  readonly onClose: () => void;
}

export function ActionDialog({ order, request, onClose }: ActionDialogProps) {
  return (
    <Dialog
      open={request !== undefined}
      onClose={onClose}
      title={request === undefined ? '' : requestTexts[request].title}
    >
      {request !== undefined && <ActionForm order={order} request={request} onClose={onClose} />}
    </Dialog>
  );
}

/** The path of a request: the step that failed is the one to skip. */
function pathOf({ id, steps }: Order, request: OrderRequest): `/${string}` {
  if (request !== 'skip') return `/orders/${id}/${request}`;
  const failed = steps.find(({ status }) => status === 'FAILED');
  return `/orders/${id}/steps/${encodeURIComponent(failed?.id ?? '')}/skip`;
}

function ActionForm({ order, request, onClose }: ActionDialogProps & { readonly request: OrderRequest }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const send = useMutation({
    mutationFn: async () =>
      await linework.request<Order>('POST', pathOf(order, request), { body: { reason: reason.trim() } }),
    onSuccess: async (changed) => {
      client.setQueryData(['order', order.id], changed);
      onClose();
      await client.invalidateQueries({ queryKey: ['order', order.id] });
    },
    // What is allowed now has changed, and the page shows it.
    onError: () => void client.invalidateQueries({ queryKey: ['order', order.id] }),
  });
  const { name, effect, isGrave } = requestTexts[request];
  return (
    <DialogForm
      onSubmit={() => send.mutate()}
      error={send.error}
      command={send.isPending ? t('Sending …') : name}
      kind={isGrave ? 'danger' : 'primary'}
      disabled={reason.trim() === '' || send.isPending}
    >
      <p className={styles.muted}>{effect}</p>
      <ReasonField value={reason} onChange={setReason} hint={t('The events of the order keep it, with your name.')} />
    </DialogForm>
  );
}
