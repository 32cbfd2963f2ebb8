import { useMutation } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { DialogForm } from '../ui/dialog-form.tsx';
import fieldStyles from '../ui/field.module.css';

/** Changes the own password. Every other session of the person ends. */
export function PasswordForm({ onDone }: { readonly onDone: () => void }) {
  const change = useMutation({
    mutationFn: (body: { readonly current: string; readonly next: string }) =>
      linework.request('POST', '/password', { body, isIdempotent: false, maxRetries: 0 }),
    onSuccess: onDone,
  });
  return (
    <DialogForm
      onSubmit={(data) => change.mutate({ current: String(data.get('current')), next: String(data.get('next')) })}
      error={change.error}
      command={change.isPending ? t('Changing …') : t('Change the password')}
      disabled={change.isPending}
    >
      <label className={fieldStyles['field']}>
        {t('Current password')}
        <input name="current" type="password" autoComplete="current-password" required maxLength={200} />
      </label>
      <label className={fieldStyles['field']}>
        {t('New password')}
        <input name="next" type="password" autoComplete="new-password" required minLength={12} maxLength={200} />
        <span className={fieldStyles['hint']}>
          {t('At least 12 characters, 6 of them different. Your other sessions end.')}
        </span>
      </label>
    </DialogForm>
  );
}
