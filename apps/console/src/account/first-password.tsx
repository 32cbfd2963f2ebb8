import { useQueryClient } from '@tanstack/react-query';
import { sessionKey } from '../api/session-key.ts';
import { t } from '../language/translate.ts';
import styles from '../shell/sign-in.module.css';
import { PasswordForm } from './password-form.tsx';

/** Is shown in place of the page until a person has replaced the password that an administrator gave. */
export function FirstPassword() {
  const client = useQueryClient();
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <span className={styles['mark']} aria-hidden />
        <h1>{t('Choose your own password')}</h1>
        <p>{t('The one that you were given works only for this.')}</p>
        <PasswordForm onDone={() => void client.invalidateQueries({ queryKey: sessionKey })} />
      </div>
    </main>
  );
}
