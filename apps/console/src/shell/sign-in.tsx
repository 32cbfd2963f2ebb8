import { useRef } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useBeginOpenid, useSignInWays } from '../api/openid.ts';
import { useSignIn } from '../api/session.ts';
import { t } from '../language/translate.ts';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { Note } from '../ui/state.tsx';
import styles from './sign-in.module.css';

/** Is shown in place of the page, whose address stays: after it the same view is there. */
export function SignIn() {
  const signIn = useSignIn();
  const begin = useBeginOpenid();
  // A server of an earlier release has no such list, and passwords.
  const { data: ways = { password: true, openid: null, company: undefined } } = useSignInWays();
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const data = new FormData(form.current ?? undefined);
    begin.reset();
    signIn.mutate({ name: String(data.get('name')), password: String(data.get('password')) });
  };
  const error = begin.error ?? signIn.error;
  return (
    <main className={styles['page']}>
      <form ref={form} className={styles['card']} onSubmit={submit}>
        <span className={styles['mark']} aria-hidden />
        <h1>{t('Sign in to Linework')}</h1>
        {ways.openid && (
          <Button kind={ways.password ? 'plain' : 'primary'} disabled={begin.isPending} onClick={() => begin.mutate()}>
            {t('Sign in with {name}', { name: ways.openid.name })}
          </Button>
        )}
        {ways.password && (
          <>
            <label className={fieldStyles['field']}>
              {t('Name')}
              <input name="name" autoComplete="username" required maxLength={200} />
            </label>
            <label className={fieldStyles['field']}>
              {t('Password')}
              <input name="password" type="password" autoComplete="current-password" required maxLength={1000} />
            </label>
          </>
        )}
        {ways.company !== undefined && <a href="/console/?company=">{t('Sign in another way')}</a>}
        <div role="alert">{error !== null && <Note danger>{describeError(error).detail}</Note>}</div>
        {ways.password && (
          <Button type="submit" kind="primary" disabled={signIn.isPending}>
            {signIn.isPending ? t('Signing in …') : t('Sign in')}
          </Button>
        )}
      </form>
    </main>
  );
}
