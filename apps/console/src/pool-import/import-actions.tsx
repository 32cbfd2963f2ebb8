import { useQueryClient } from '@tanstack/react-query';
import { sessionKey } from '../api/session-key.ts';
import { t } from '../language/translate.ts';
import { Button } from '../ui/button.tsx';
import dialogStyles from '../ui/dialog.module.css';
import { isSignedOut } from './import-failure.ts';
import type { ImportState } from './use-import.ts';

interface ImportActionsProps {
  readonly state: ImportState;
  readonly hasFile: boolean;
  /** Is set while an import runs, and not during a check. */
  readonly stopRef: React.Ref<HTMLButtonElement>;
  readonly onStop: () => void;
  readonly onBack: () => void;
}

/** What can be done next: check, import what was checked, stop, or leave. */
export function ImportActions(props: ImportActionsProps) {
  return <div className={dialogStyles['actions']}>{listActions(props)}</div>;
}

function listActions({ state, hasFile, stopRef, onStop, onBack }: ImportActionsProps) {
  if (state.name === 'sending') {
    return (
      <Button ref={state.isCheck ? undefined : stopRef} onClick={onStop}>
        {t('Stop')}
      </Button>
    );
  }
  if (state.name === 'failed' && isSignedOut(state.failure)) return <SignInButton />;
  if (state.name === 'done' && !state.isCheck) {
    return (
      <Button kind="primary" onClick={onBack}>
        {t('Done')}
      </Button>
    );
  }
  const found = state.name === 'done' ? state.report.imported : undefined;
  return (
    <>
      <Button onClick={onBack}>{t('Cancel')}</Button>
      <Button type="submit" kind="primary" disabled={!hasFile || found === 0}>
        {found === undefined ? t('Check') : t('Import {count} row | Import {count} rows', { count: found })}
      </Button>
    </>
  );
}

/** Takes the page away, and with it this dialog. So the person has read before why the file was refused. */
function SignInButton() {
  const client = useQueryClient();
  return (
    <Button kind="primary" onClick={() => client.setQueryData(sessionKey, null)}>
      {t('Sign in')}
    </Button>
  );
}
