import { t } from '../language/translate.ts';
import { Button } from './button.tsx';
import { Copy } from './copy.tsx';
import styles from './dialog.module.css';
import { Note } from './state.tsx';

interface ShownOnceProps {
  /** Absent when the answer came a second time: then only the first one had it. */
  readonly secret: string | undefined;
  readonly what: string;
  readonly children: React.ReactNode;
  readonly onClose: () => void;
}

/** A key or a first password, which nobody can read again. */
export function ShownOnce({ secret, what, children, onClose }: ShownOnceProps) {
  return (
    <div className={styles['form']}>
      <p>{children}</p>
      {secret === undefined ? (
        <Note danger>
          {t('The answer was lost on its way, and {what} is shown only once. Make a new one.', { what })}
        </Note>
      ) : (
        <Note>
          <code className={styles['secret']}>{secret}</code> <Copy text={secret} what={what} />
        </Note>
      )}
      <div className={styles['actions']}>
        <Button kind="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </div>
  );
}
