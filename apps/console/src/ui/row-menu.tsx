import { Menu } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import { t } from '../language/translate.ts';
import buttonStyles from './button.module.css';
import menuStyles from './menu.module.css';

interface RowAction {
  readonly name: string;
  readonly run: () => void;
}

interface RowMenuProps {
  /** What the row stands for, by its name. */
  readonly of: string;
  readonly actions: readonly RowAction[];
  readonly disabled?: boolean | undefined;
}

/** What can be done with the record of a row: one button, whatever the width of the page. */
export function RowMenu({ of, actions, disabled = false }: RowMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger
        className={`${buttonStyles['button']} ${buttonStyles['plain']}`}
        aria-label={t('Actions on {name}', { name: of })}
        disabled={disabled}
      >
        <Ellipsis size={16} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end">
          <Menu.Popup className={menuStyles['popup']}>
            {actions.map(({ name, run }) => (
              <Menu.Item key={name} className={menuStyles['item']} onClick={run}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
