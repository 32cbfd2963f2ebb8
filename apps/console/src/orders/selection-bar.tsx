import type { OrderOperation } from '../batches/operations.ts';
import { Button } from '../ui/button.tsx';
import type { Selection } from '../ui/use-selection.ts';
import styles from './orders.module.css';

interface SelectionBarProps {
  readonly selection: Selection;
  readonly total: number;
  readonly canAct: boolean;
  readonly onAct: (operation: OrderOperation, isAll: boolean) => void;
}

/** What can be done with the selected rows, or with all that the filter has. */
export function SelectionBar({ selection, total, canAct, onAct }: SelectionBarProps) {
  if (selection.size === 0) return null;
  const title = canAct ? undefined : 'A viewer cannot change orders.';
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selection">
      <p>{selection.size.toLocaleString('en')} selected</p>
      <Button kind="primary" disabled={!canAct} title={title} onClick={() => onAct('retry', false)}>
        Retry …
      </Button>
      <Button disabled={!canAct} title={title} onClick={() => onAct('rollback', false)}>
        Roll back …
      </Button>
      {total > selection.size && (
        <Button disabled={!canAct} title={title} onClick={() => onAct('retry', true)}>
          All {total.toLocaleString('en')} …
        </Button>
      )}
      <Button kind="plain" onClick={() => selection.replace([])}>
        Clear
      </Button>
    </div>
  );
}
