import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: React.ReactNode;
  /** A wide dialog at the top of the page, without a visible title. */
  readonly kind?: 'palette' | undefined;
}

export function Dialog({ open, onClose, title, children, kind }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Popup className={`${styles['popup']} ${kind === undefined ? '' : styles[kind]}`}>
          {kind === 'palette' ? (
            <Base.Title className={styles['hidden']}>{title}</Base.Title>
          ) : (
            <header className={styles['header']}>
              <Base.Title>{title}</Base.Title>
              <Base.Close className={styles['close']} aria-label="Close">
                <X size={16} aria-hidden />
              </Base.Close>
            </header>
          )}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
