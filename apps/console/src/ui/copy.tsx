import { Check, Copy as CopyIcon } from 'lucide-react';
import { useState } from 'react';
import { t } from '../language/translate.ts';
import styles from './copy.module.css';

export function Copy({ text, what }: { readonly text: string; readonly what: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <button
      type="button"
      className={styles.copy}
      onClick={() => void copy()}
      aria-label={t('Copy {what}', { what })}
      title={t('Copy {what}', { what })}
    >
      {isCopied ? <Check size={14} aria-hidden /> : <CopyIcon size={14} aria-hidden />}
    </button>
  );
}
