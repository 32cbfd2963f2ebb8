import type { Order } from '@linework/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, ReasonField } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
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
  const { id } = order;
  const form = useForm({
    name: `order:${id}:${request}`,
    // The step to skip is the one that had failed when the form was opened.
    initial: { reason: '', path: pathOf(order, request) },
    required: ['reason'],
    send: ({ reason, path }, options) =>
      linework.request<Order>('POST', path as `/${string}`, { ...options, body: { reason: reason.trim() } }),
    onSent: (changed) => {
      client.setQueryData(['order', id], changed);
      onClose();
    },
    // After a refusal too: what is allowed now has changed, and the page shows it.
    readAgain: ['order', id],
  });
  const { name, effect, isGrave } = requestTexts[request];
  return (
    <Form form={form} command={name} kind={isGrave ? 'danger' : 'primary'}>
      <p className={styles.muted}>{effect}</p>
      <ReasonField hint={t('The events of the order keep it, with your name.')} />
    </Form>
  );
}
