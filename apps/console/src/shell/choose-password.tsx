import { useRef, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChangePassword } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { Note } from '../ui/state.tsx';
import styles from './sign-in.module.css';

/** Is shown in place of every page to a person whose password is one that an administrator has given. */
export function ChoosePassword() {
  const change = useChangePassword();
  const form = useRef<HTMLFormElement>(null);
  const [differs, setDiffers] = useState(false);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const data = new FormData(form.current ?? undefined);
    const isRepeated = data.get('next') === data.get('again');
    setDiffers(!isRepeated);
    if (isRepeated) change.mutate({ current: String(data.get('current')), next: String(data.get('next')) });
  };
  return (
    <main className={styles['page']}>
      <form ref={form} className={styles['card']} onSubmit={submit}>
        <span className={styles['mark']} aria-hidden />
        <h1>Choose your password</h1>
        <PasswordField name="current" label="The password that you were given" autoComplete="current-password" />
        <PasswordField name="next" label="Your own password, of at least 12 characters" autoComplete="new-password" />
        <PasswordField name="again" label="The same again" autoComplete="new-password" />
        <div role="alert">
          {differs && <Note danger>The two passwords differ.</Note>}
          {!differs && change.isError && <Note danger>{describeError(change.error).detail}</Note>}
        </div>
        <Button type="submit" kind="primary" disabled={change.isPending}>
          Set the password
        </Button>
      </form>
    </main>
  );
}

interface PasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly autoComplete: string;
}

const PasswordField = ({ name, label, autoComplete }: PasswordFieldProps) => (
  <label className={fieldStyles['field']}>
    {label}
    <input name={name} type="password" autoComplete={autoComplete} required maxLength={200} />
  </label>
);
