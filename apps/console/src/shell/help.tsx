import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import styles from './help.module.css';
import { pages } from './pages.ts';

const keys = [
  ['/', t('search and commands')],
  [`${/Mac|iP/.test(navigator.userAgent) ? '⌘' : 'Ctrl'} K`, t('search and commands')],
  ['j, k', t('next and previous row')],
  ['Enter', t('open the row')],
  ['x', t('select the row')],
  ['r', t('retry the row, the selection or the order')],
  ['Esc', t('close, or clear the selection')],
  ['?', t('these keys')],
  ...pages.map(({ key, name }) => [`g ${key}`, name] as const),
] as const;

export function Help({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Keyboard shortcuts')}>
      <dl className={styles['keys']}>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
