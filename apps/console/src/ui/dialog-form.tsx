import { describeError } from '../api/describe-error.ts';
import { t } from '../language/translate.ts';
import { Button, type ButtonProps } from './button.tsx';
import styles from './dialog.module.css';
import { useCloseDialog } from './dialog.tsx';
import { Note } from './state.tsx';

interface DialogFormProps {
  readonly children: React.ReactNode;
  readonly onSubmit: (data: FormData) => void;
  /** Why the last attempt failed; `null` if it did not. */
  readonly error: unknown;
  readonly describe?: ((error: unknown) => string) | undefined;
  readonly command: React.ReactNode;
  readonly kind?: ButtonProps['kind'];
  readonly disabled: boolean;
}

const detailOf = (error: unknown): string => describeError(error).detail;

/**
 * What a dialog asks, what went wrong, and below it *Cancel* and the command. Nothing of it is kept: it is for what is
 * only confirmed, and for passwords. Outside of a dialog there is nothing to cancel.
 */
export function DialogForm({
  children,
  onSubmit,
  error,
  describe = detailOf,
  command,
  kind = 'primary',
  disabled,
}: DialogFormProps) {
  const close = useCloseDialog();
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      {children}
      <div className={styles['end']}>
        <div role="alert">{error !== null && <Note danger>{describe(error)}</Note>}</div>
        <div className={styles['actions']}>
          {close !== undefined && <Button onClick={close}>{t('Cancel')}</Button>}
          <Button type="submit" kind={kind} disabled={disabled}>
            {command}
          </Button>
        </div>
      </div>
    </form>
  );
}
