import { useMutation } from '@tanstack/react-query';
import { describeError } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { Button } from '../ui/button.tsx';
import dialogStyles from '../ui/dialog.module.css';
import fieldStyles from '../ui/field.module.css';
import { Note } from '../ui/state.tsx';
import styles from './account.module.css';

/** Changes the own password. Every other session of the person ends. */
export function PasswordForm({ onDone, onCancel }: { readonly onDone: () => void; readonly onCancel?: (() => void) | undefined }) {
  const change = useMutation({
    mutationFn: (body: { readonly current: string; readonly next: string }) =>
      linework.request('POST', '/password', { body, isIdempotent: false, maxRetries: 0 }),
    onSuccess: onDone,
  });
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        change.mutate({ current: String(data.get('current')), next: String(data.get('next')) });
      }}
    >
      <label className={fieldStyles['field']}>
        Current password
        <input name="current" type="password" autoComplete="current-password" required maxLength={200} />
      </label>
      <label className={fieldStyles['field']}>
        New password
        <input name="next" type="password" autoComplete="new-password" required minLength={12} maxLength={200} />
        <span className={fieldStyles['hint']}>At least 12 characters, 6 of them different. Your other sessions end.</span>
      </label>
      <div role="alert">{change.isError && <Note danger>{describeError(change.error).detail}</Note>}</div>
      <div className={dialogStyles['actions']}>
        {onCancel !== undefined && <Button onClick={onCancel}>Leave it</Button>}
        <Button type="submit" kind="primary" disabled={change.isPending}>
          {change.isPending ? 'Changing …' : 'Change the password'}
        </Button>
      </div>
    </form>
  );
}
