import { Upload } from 'lucide-react';
import { mayAdminister, useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import dialogStyles from '../ui/dialog.module.css';

interface PoolActionsProps {
  readonly poolId: string;
  /** The person comes back from the import. */
  readonly focusesImport: boolean;
  readonly onImport: () => void;
}

/** Saves the resources of a pool, or imports others. */
export function PoolActions({ poolId, focusesImport, onImport }: PoolActionsProps) {
  const canImport = mayAdminister(useSession().data);
  return (
    <div className={dialogStyles['actions']}>
      <CsvButton path="/inventory/resources" query={{ poolId }} title="All resources of the pool, masked" />
      <Button
        autoFocus={focusesImport}
        disabled={!canImport}
        title={canImport ? 'Shows first what it would do' : 'Only an administrator can import resources.'}
        onClick={onImport}
      >
        <Upload size={14} aria-hidden /> Import …
      </Button>
    </div>
  );
}
