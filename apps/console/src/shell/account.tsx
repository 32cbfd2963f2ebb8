import { Menu } from '@base-ui/react/menu';
import { CircleUser } from 'lucide-react';
import { useState } from 'react';
import { PasswordForm } from '../account/password-form.tsx';
import { useSession, useSignOut } from '../api/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import menuStyles from '../ui/menu.module.css';
import { toWords } from '../ui/text/status-tone.ts';
import styles from './navigation.module.css';
import { applyTheme, readTheme, themes } from './theme.ts';

/** Who is signed in, the theme, and the way out. */
export function Account() {
  const { data: session } = useSession();
  const signOut = useSignOut();
  const [theme, setTheme] = useState(readTheme);
  const [isChanging, setChanging] = useState(false);
  if (!session) return null;
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className={styles['page']}>
          <CircleUser size={16} aria-hidden />
          <span>{session.operator.name}</span>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={6} side="top" align="start">
            <Menu.Popup className={menuStyles['popup']}>
              <div className={menuStyles['title']}>
                {session.operator.name}, {session.operator.role}
              </div>
              <Menu.RadioGroup
                value={theme}
                onValueChange={(value) => {
                  setTheme(value);
                  applyTheme(value);
                }}
              >
                {themes.map((one) => (
                  <Menu.RadioItem key={one} value={one} className={menuStyles['item']} closeOnClick>
                    {toWords(one)} colours
                    <Menu.RadioItemIndicator>✓</Menu.RadioItemIndicator>
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
              <Menu.Separator className={menuStyles['line']} />
              <Menu.Item className={menuStyles['item']} onClick={() => setChanging(true)}>
                Change password …
              </Menu.Item>
              <Menu.Item className={menuStyles['item']} onClick={() => signOut.mutate()}>
                Sign out
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Dialog open={isChanging} onClose={() => setChanging(false)} title="Change your password">
        {isChanging && <PasswordForm onDone={() => setChanging(false)} onCancel={() => setChanging(false)} />}
      </Dialog>
    </>
  );
}
