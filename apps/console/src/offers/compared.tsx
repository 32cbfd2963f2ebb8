import { t } from '../language/translate.ts';
import { type Content, compareVersions } from './compare-versions.ts';
import styles from './offers.module.css';

interface ComparedProps {
  readonly label: string;
  readonly left: Content;
  readonly right: Content;
  readonly leftHead: React.ReactNode;
  readonly rightHead: React.ReactNode;
}

/** Two versions part by part; what differs is marked by colour and by a word. */
export function Compared({ label, left, right, leftHead, rightHead }: ComparedProps) {
  return (
    <table className={styles.compared} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('Part')}</th>
          <th scope="col">{leftHead}</th>
          <th scope="col">{rightHead}</th>
        </tr>
      </thead>
      <tbody>
        {compareVersions(left, right).map((part) => (
          <tr key={part.key} data-part={part.isPart || undefined} data-different={part.isDifferent || undefined}>
            <th scope="row">{part.name}</th>
            <td>{part.left ?? '–'}</td>
            <td>
              {part.right ?? '–'} {part.isDifferent && <span className={styles.changed}>{changeOf(part)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const changeOf = ({
  left,
  right,
}: {
  readonly left: string | undefined;
  readonly right: string | undefined;
}): string => (left === undefined ? t('new') : right === undefined ? t('no longer') : t('changed'));
