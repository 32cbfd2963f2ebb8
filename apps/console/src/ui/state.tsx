import { CircleAlert } from 'lucide-react';
import { describeError } from '../api/describe-error.ts';
import { t } from '../language/translate.ts';
import { Button } from './button.tsx';
import styles from './state.module.css';

interface EmptyProps {
  readonly icon?: React.ReactNode;
  readonly title: string;
  readonly children?: React.ReactNode;
}

/** What is shown instead of a list that has nothing to show. */
export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div className={styles['state']} role="status">
      {icon}
      <p className={styles['title']}>{title}</p>
      {children !== undefined && <div className={styles['detail']}>{children}</div>}
    </div>
  );
}

/** Is visible only after a quarter of a second: most answers come before. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <div className={`${styles['state']} ${styles['loading']}`} role="status" aria-busy>
      {t('Loading {what} …', { what })}
    </div>
  );
}

export function Failure({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: (() => unknown) | undefined;
}) {
  const { title, detail, requestId } = describeError(error);
  return (
    <div className={styles['state']} role="alert">
      <CircleAlert size={22} aria-hidden />
      <p className={styles['title']}>{title}</p>
      <p className={styles['detail']}>{detail}</p>
      {requestId !== undefined && <p className={styles['detail']}>{t('Request {id}', { id: requestId })}</p>}
      {onRetry !== undefined && <Button onClick={() => void onRetry()}>{t('Ask again')}</Button>}
    </div>
  );
}

export function Note({ children, danger = false }: { readonly children: React.ReactNode; readonly danger?: boolean }) {
  return <div className={danger ? `${styles['note']} ${styles['noteDanger']}` : styles['note']}>{children}</div>;
}

/** A failure of a part of a page, whose other parts are there. */
export function SmallFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => unknown }) {
  const { title, detail } = describeError(error);
  return (
    <div className={styles['small']} role="alert">
      <b>{title}</b> {detail}
      <Button onClick={() => void onRetry()}>{t('Ask again')}</Button>
    </div>
  );
}
