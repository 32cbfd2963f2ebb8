import { describeError } from '../api/describe-error.ts';
import { Button, type ButtonProps } from './button.tsx';
import styles from './dialog.module.css';
import { Note } from './state.tsx';

interface DialogFormProps {
  readonly children: React.ReactNode;
  readonly onSubmit: (data: FormData) => void;
  /** Leaves the dialog without a change. */
  readonly onBack?: (() => void) | undefined;
  /** Why the last attempt failed; `null` if it did not. */
  readonly error: unknown;
  readonly describe?: ((error: unknown) => string) | undefined;
  readonly command: React.ReactNode;
  readonly kind?: ButtonProps['kind'];
  readonly disabled: boolean;
}

const detailOf = (error: unknown): string => describeError(error).detail;

/** The fields of a dialog, what went wrong, and below them the way back and the command. */
export function DialogForm({
  children,
  onSubmit,
  onBack,
  error,
  describe = detailOf,
  command,
  kind = 'primary',
  disabled,
}: DialogFormProps) {
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
          {onBack !== undefined && <Button onClick={onBack}>Back</Button>}
          <Button type="submit" kind={kind} disabled={disabled}>
            {command}
          </Button>
        </div>
      </div>
    </form>
  );
}
