import { describeError } from '../api/describe-error.ts';
import { useFinishOpenid } from '../api/openid.ts';
import { t } from '../language/translate.ts';
import { Loading, Note } from '../ui/state.tsx';
import styles from './sign-in.module.css';

/** The page to which the provider sends the browser. It shows something only if the sign-in failed. */
export function FinishSignIn() {
  const finish = useFinishOpenid();
  if (!finish.isError) return <Loading what={t('your session')} />;
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <span className={styles['mark']} aria-hidden />
        <h1>{t('Nobody was signed in')}</h1>
        <div role="alert">
          <Note danger>{describeError(finish.error).detail}</Note>
        </div>
        <a href="/console/">{t('Sign in again')}</a>
      </div>
    </main>
  );
}
