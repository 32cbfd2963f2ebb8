import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { BatchForm } from './batch-form.tsx';
import type { BatchSelection } from './batch-selection.ts';

/** Shows first what a batch would do, and starts it only with a reason. */
export function BatchDialog({
  selection,
  onClose,
}: {
  readonly selection: BatchSelection | undefined;
  readonly onClose: () => void;
}) {
  return (
    <Dialog open={selection !== undefined} onClose={onClose} title={t('Change orders as a batch')}>
      {selection !== undefined && <BatchForm selection={selection} onClose={onClose} />}
    </Dialog>
  );
}
