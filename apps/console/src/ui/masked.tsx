import styles from './masked.module.css';

/**
 * A text in which the server has put stars for what this person reads only in clear. However long it was, it is shown
 * with the same four dots; the end stays, by which a known number is recognised.
 */
export function Masked({ text }: { readonly text: string }) {
  return text.split(/(\*{2,})/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place.
      <span key={index} className={styles.dots} title="Masked">
        <span aria-hidden>••••</span>
        <span className={styles.hidden}>masked </span>
      </span>
    ),
  );
}
