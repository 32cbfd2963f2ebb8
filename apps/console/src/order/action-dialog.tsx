import type { Order } from '@linework/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { Button } from '../ui/button.tsx';
import dialogStyles from '../ui/dialog.module.css';
import { Dialog } from '../ui/dialog.tsx';
import { ReasonField } from '../ui/reason-field.tsx';
import { Note } from '../ui/state.tsx';
import styles from './order.module.css';
import { type OrderRequest, requestTexts } from './order-actions.ts';

interface ActionDialogProps {
  readonly order: Order;
  readonly request: OrderRequest | undefined;
  readonly onClose: () => void;
}

export function ActionDialog({ order, request, onClose }: ActionDialogProps) {
  return (
    <Dialog open={request !== undefined} onClose={onClose} title={request === undefined ? '' : `${requestTexts[request].name} this order`}>
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
    mutationFn: async () => await linework.request<Order>('POST', pathOf(order, request), { body: { reason: reason.trim() } }),
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
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <p className={styles.muted}>{effect}</p>
      <ReasonField value={reason} onChange={setReason} hint="Is kept in the events of the order, with your name." />
      <div role="alert">{send.isError && <Note danger>{describeError(send.error).detail}</Note>}</div>
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>Leave it</Button>
        <Button type="submit" kind={isGrave ? 'danger' : 'primary'} disabled={reason.trim() === '' || send.isPending}>
          {send.isPending ? 'Sending …' : name}
        </Button>
      </div>
    </form>
  );
}
