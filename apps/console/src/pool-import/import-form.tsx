import { findImportMediaType } from '@linework/schemas/inventory/import-file';
import type { ResourcePool } from '@linework/sdk';
import { useEffect, useId, useRef, useState } from 'react';
import { t, tParts } from '../language/translate.ts';
import dialogStyles from '../ui/dialog.module.css';
import { Note } from '../ui/state.tsx';
import { byteText } from '../ui/text/byte-text.ts';
import { BadRows } from './bad-rows.tsx';
import { describeFailure } from './describe-failure.ts';
import { FileFields } from './file-fields.tsx';
import { ImportActions } from './import-actions.tsx';
import styles from './pool-import.module.css';
import { type CheckDigit, type ImportState, useImport } from './use-import.ts';

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
  const choice = file !== undefined && findImportMediaType(file.name) !== undefined ? { file, checkDigit } : undefined;
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

type EndedState = Extract<ImportState, { name: 'done' | 'failed' }>;

/** What a check or an import has found. */
function ImportOutcome({ state }: { readonly state: EndedState }) {
  if (state.name === 'failed') {
    const rows = state.failure.kind === 'answer' ? (state.failure.problem.errors ?? []) : [];
    return (
      <>
        <Note danger>{describeFailure(state.failure, state.isCheck)}</Note>
        <BadRows rows={rows} total={rows.length} />
      </>
    );
  }
  const { imported, rejected, errors } = state.report;
  const values = { rows: <b>{t('{count} row | {count} rows', { count: imported })}</b>, count: imported };
  return (
    <>
      <Note>
        <span className={styles['found']}>
          {state.isCheck
            ? tParts('{rows} can be imported.', values)
            : tParts('{rows} was imported. | {rows} were imported.', values)}
        </span>
        {rejected > 0 && ` ${describeRejected(state.isCheck, rejected)}`}
      </Note>
      <BadRows rows={errors} total={rejected} />
    </>
  );
}

const describeRejected = (isCheck: boolean, count: number): string =>
  isCheck
    ? t('{count} bad row would be left out. | {count} bad rows would be left out.', { count })
    : t('{count} bad row was left out. | {count} bad rows were left out.', { count });

interface ImportProgressProps {
  readonly fileName: string;
  readonly state: Extract<ImportState, { name: 'sending' }>;
}

/** How much of a file was sent. The server answers some time after the last byte. */
function ImportProgress({ fileName, state: { isCheck, sent, total } }: ImportProgressProps) {
  const id = useId();
  return (
    <>
      <p id={id} className={styles['file']}>
        {tParts(isCheck ? 'Checking {file}' : 'Importing {file}', { file: <b>{fileName}</b> })}
      </p>
      <progress aria-labelledby={id} value={sent} max={Math.max(1, total)} className={styles['progress']} />
      {/* A screen reader says the value of the bar. */}
      <p aria-live="off" className={styles['muted']}>
        {sent < total
          ? t('{sent} of {total} sent.', { sent: byteText(sent), total: byteText(total) })
          : t('The file is sent. The server reads the last rows …')}
      </p>
      {!isCheck && (
        <p className={styles['muted']}>{t('After a stop, the rows that were imported before stay in the pool.')}</p>
      )}
    </>
  );
}

/** The browser asks before the person leaves the page while something runs that would end with it. */
function useLeaveWarning(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
}
