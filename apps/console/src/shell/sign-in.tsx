import { useRef } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useSignIn } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { Note } from '../ui/state.tsx';
import styles from './sign-in.module.css';

/** Is shown in place of the page, whose address stays: after it the same view is there. */
export function SignIn() {
  const signIn = useSignIn();
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const data = new FormData(form.current ?? undefined);
    signIn.mutate({ name: String(data.get('name')), password: String(data.get('password')) });
  };
  return (
    <main className={styles['page']}>
      <form ref={form} className={styles['card']} onSubmit={submit}>
        <span className={styles['mark']} aria-hidden />
        <h1>Sign in to Linework</h1>
        <label className={fieldStyles['field']}>
          Name
          <input name="name" autoComplete="username" required maxLength={200} />
        </label>
        <label className={fieldStyles['field']}>
          Password
          <input name="password" type="password" autoComplete="current-password" required maxLength={1000} />
        </label>
        <div role="alert">{signIn.isError && <Note danger>{describeError(signIn.error).detail}</Note>}</div>
        <Button type="submit" kind="primary" disabled={signIn.isPending}>
          {signIn.isPending ? 'Signing in …' : 'Sign in'}
        </Button>
      </form>
    </main>
  );
}
