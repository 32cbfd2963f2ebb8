import { Menu } from '@base-ui/react/menu';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { Fragment } from 'react';
import { t } from '../language/translate.ts';
import buttonStyles from './button.module.css';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import menuStyles from './menu.module.css';
import { useCommands } from './use-commands.ts';

/** Something that can be done with a record. */
export interface Action {
  /** Its name in the address. */
  readonly key: string;
  /** The command: `Block`. */
  readonly name: string;
  readonly icon: LucideIcon;
  /** The title of its dialog: `Block this line`. */
  readonly title: string;
  /** It stands beside the title, and not behind *More*. */
  readonly isMain?: boolean | undefined;
  /** The person may do it. What the person may not do is not opened either. */
  readonly isAllowed: boolean;
  /** The status of the record allows it. */
  readonly isOffered: boolean;
  readonly form: () => React.ReactNode;
}

interface ActionsProps {
  readonly actions: readonly Action[];
  /** The action whose dialog is open, as the address has it. */
  readonly chosen: string | undefined;
  readonly onChoose: (key: string | undefined) => void;
}

/**
 * What can be done with a record, and the dialog of the chosen action. A dialog that is open stays, also when the
 * record has changed meanwhile and does not offer its action any more.
 */
export function Actions({ actions, chosen, onChoose }: ActionsProps) {
  const offered = actions.filter(({ isAllowed, isOffered }) => isAllowed && isOffered);
  const others = offered.filter(({ isMain }) => isMain !== true);
  const open = actions.find(({ key, isAllowed }) => key === chosen && isAllowed);
  useCommands(offered.map(({ key, name, icon }) => ({ name: `${name} …`, icon, run: () => onChoose(key) })));
  return (
    <>
      {offered
        .filter(({ isMain }) => isMain)
        .map(({ key, name, icon: Icon }) => (
          <Button key={key} onClick={() => onChoose(key)}>
            <Icon size={14} aria-hidden /> {name} …
          </Button>
        ))}
      {others.length > 0 && (
        <Menu.Root>
          <Menu.Trigger className={buttonStyles['button']} aria-label={t('More actions')}>
            <Ellipsis size={14} aria-hidden /> {t('More')}
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner sideOffset={4} align="end">
              <Menu.Popup className={menuStyles['popup']}>
                {others.map(({ key, name, icon: Icon }) => (
                  <Menu.Item key={key} className={menuStyles['item']} onClick={() => onChoose(key)}>
                    {name} …
                    <Icon size={14} aria-hidden />
                  </Menu.Item>
                ))}
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      )}
      <Dialog open={open !== undefined} onClose={() => onChoose(undefined)} title={open?.title ?? ''}>
        {open !== undefined && <Fragment key={open.key}>{open.form()}</Fragment>}
      </Dialog>
    </>
  );
}
