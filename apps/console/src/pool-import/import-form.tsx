import type { ResourcePool } from '@linework/sdk';
import { useEffect, useRef, useState } from 'react';
import dialogStyles from '../ui/dialog.module.css';
import { FileFields } from './file-fields.tsx';
import { findMediaType } from './find-media-type.ts';
import { ImportActions } from './import-actions.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportProgress } from './import-progress.tsx';
import styles from './pool-import.module.css';
import { type CheckDigit, useImport } from './use-import.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

interface ImportFormProps {
  readonly pool: ResourcePool;
  readonly stopRef: React.Ref<HTMLButtonElement>;
  readonly onBack: () => void;
}

/** Checks a file first, and imports its rows into a pool only then. */
export function ImportForm({ pool, stopRef, onBack }: ImportFormProps) {
  const [file, setFile] = useState<File | undefined>();
  const [checkDigit, setCheckDigit] = useState<CheckDigit>('present');
  const { state, check, run, stop, forget } = useImport(pool.id);
  const outcome = useRef<HTMLDivElement>(null);
  useLeaveWarning(state.name === 'sending' && !state.isCheck);
  // The button that had the focus is gone. No other button gets it, so that a second Enter imports nothing.
  useEffect(() => {
    if (state.name !== 'idle') outcome.current?.focus();
  }, [state.name]);

  const showsImport = (state.name === 'sending' || state.name === 'done') && !state.isCheck;
  const isChecked = state.name === 'done' && state.isCheck;
  const choice = file !== undefined && findMediaType(file.name) !== undefined ? { file, checkDigit } : undefined;
  return (
    <form
      className={dialogStyles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (choice !== undefined) (isChecked ? run : check)(choice);
      }}
    >
      {/* It stays in the page while it is not shown, because nothing can give the file back to its field. */}
      <fieldset className={styles['fields']} disabled={state.name === 'sending'} hidden={showsImport}>
        <FileFields
          pool={pool}
          file={file}
          checkDigit={checkDigit}
          showsHint={state.name === 'idle' || state.name === 'failed'}
          onFile={(next) => {
            setFile(next);
            forget();
          }}
          onCheckDigit={(next) => {
            setCheckDigit(next);
            forget();
          }}
        />
      </fieldset>
      <div
        ref={outcome}
        tabIndex={-1}
        role={state.name === 'failed' ? 'alert' : 'status'}
        className={styles['outcome']}
      >
        {(state.name === 'done' || state.name === 'failed') && <ImportOutcome state={state} />}
        {state.name === 'sending' && <ImportProgress fileName={file?.name ?? ''} state={state} />}
      </div>
      <ImportActions state={state} hasFile={choice !== undefined} stopRef={stopRef} onStop={stop} onBack={onBack} />
    </form>
  );
}
