import { mayUnmask, useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';
import styles from './masked.module.css';

/** Stars of a number, or of a word of a name behind its initial. A word of one letter is one star. */
const stars = /(\*{2,}|(?<=\p{L})\*(?!\S)|(?<!\S)\*(?!\S))/u;

/** The same as plain text, for a title or the name of the browser's tab. */
export const maskedText = (text: string): string => text.replace(/\*{4,}/g, '••••').replace(/\*{2,3}/g, '•••');

/**
 * A text in which the server has put stars for what this person reads only in clear. However long it was, it is shown
 * with the same dots: before the end of a number, by which a known one is recognised, or behind the initials of a name.
 * Every masked value of a page is shown by it.
 */
export function Masked({ text }: { readonly text: string }) {
  const hint = mayUnmask(useSession().data)
    ? t('Masked. “Show in clear …” on the page of its record reads it, with a reason.')
    : t('Masked. An operator can read it in clear.');
  const parts = text.split(stars);
  return parts.map((part, index) => {
    if (index % 2 === 0) return part;
    const isInitial = /\p{L}$/u.test(parts[index - 1] ?? '');
    const isBeforeEnd = !isInitial && /^\p{N}/u.test(parts[index + 1] ?? '');
    return (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place.
        key={index}
        className={styles.dots}
        data-behind={isInitial || undefined}
        data-before={isBeforeEnd || undefined}
        title={hint}
      >
        <span aria-hidden>{isInitial ? '•••' : '••••'}</span>
        <span className={styles.hidden}>{isInitial ? ` ${t('masked')}` : `${t('masked')} `}</span>
      </span>
    );
  });
}
