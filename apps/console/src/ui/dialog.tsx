import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { createContext, useContext } from 'react';
import { t } from '../language/translate.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: React.ReactNode;
  /** `palette`: wide, at the top, without a visible title. `sheet`: at the bottom of a narrow screen. */
  readonly kind?: 'palette' | 'sheet' | undefined;
}

const CloseContext = createContext<(() => void) | undefined>(undefined);

/** Closes the dialog around a component; undefined outside of one. */
export const useCloseDialog = (): (() => void) | undefined => useContext(CloseContext);

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
              <Base.Close className={styles['close']} aria-label={t('Close')}>
                <X size={16} aria-hidden />
              </Base.Close>
            </header>
          )}
          <CloseContext value={onClose}>{children}</CloseContext>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
