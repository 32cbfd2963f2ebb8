import type { ResourcePool } from '@linework/sdk';
import { useRef } from 'react';
import { ImportForm } from '../pool-import/import-form.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface ImportDialogProps {
  /** Undefined while it is closed. */
  readonly pool: ResourcePool | undefined;
  readonly onClose: () => void;
}

/** Imports resources into a pool from a file. */
export function ImportDialog({ pool, onClose }: ImportDialogProps) {
  const stop = useRef<HTMLButtonElement>(null);
  const close = () => {
    // An import ends only by its button: a key that was pressed by mistake must not stop it.
    if (stop.current === null) onClose();
    else stop.current.focus();
  };
  return (
    <Dialog open={pool !== undefined} onClose={close} title={`Import into ${pool?.name ?? ''}`}>
      {pool !== undefined && <ImportForm pool={pool} stopRef={stop} onBack={onClose} />}
    </Dialog>
  );
}
