import { Dialog } from '../ui/dialog.tsx';
import { BatchForm } from './batch-form.tsx';
import type { OrderOperation } from './operations.ts';

/** The orders of a batch: by id, by a filter, or as the rest of another batch. */
export interface BatchSelection {
  readonly operation: OrderOperation;
  readonly orderIds?: readonly string[] | undefined;
  readonly orderFilter?: Readonly<Record<string, unknown>> | undefined;
  /** The orders that an earlier batch has left failed or refused. */
  readonly restOf?: string | undefined;
}

/** Shows first what a batch would do, and starts it only with a reason. */
export function BatchDialog({ selection, onClose }: { readonly selection: BatchSelection | undefined; readonly onClose: () => void }) {
  return (
    <Dialog open={selection !== undefined} onClose={onClose} title="Change orders as a batch">
      {selection !== undefined && <BatchForm selection={selection} onClose={onClose} />}
    </Dialog>
  );
}
