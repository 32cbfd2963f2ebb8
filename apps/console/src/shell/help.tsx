import { Dialog } from '../ui/dialog.tsx';
import styles from './help.module.css';
import { pages } from './pages.ts';

const keys = [
  ['/', 'search and commands'],
  [`${/Mac|iP/.test(navigator.userAgent) ? '⌘' : 'Ctrl'} K`, 'search and commands'],
  ['j, k', 'next and previous row'],
  ['Enter', 'open the row'],
  ['x', 'select the row'],
  ['r', 'retry the row, the selection or the order'],
  ['Esc', 'close, or clear the selection'],
  ['?', 'these keys'],
  ...pages.map(({ key, name }) => [`g ${key}`, name] as const),
] as const;

export function Help({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
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
