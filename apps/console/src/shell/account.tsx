import { Menu } from '@base-ui/react/menu';
import { CircleUser } from 'lucide-react';
import { useSession, useSignOut } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import menuStyles from '../ui/menu.module.css';
import { Tabs } from '../ui/tabs.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import styles from './navigation.module.css';
import { applyTheme, type Theme, themes, useTheme } from './theme.ts';

interface AccountProps {
  readonly onChangePassword: () => void;
}

/** Who is signed in, the theme, and the way out. */
export function Account({ onChangePassword }: AccountProps) {
  const { data: session } = useSession();
  const signOut = useSignOut();
  const theme = useTheme();
  if (!session) return null;
  return (
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
            <Menu.RadioGroup value={theme} onValueChange={(value) => applyTheme(value)}>
              {themes.map((one) => (
                <Menu.RadioItem key={one} value={one} className={menuStyles['item']} closeOnClick>
                  {toWords(one)} colours
                  <Menu.RadioItemIndicator>✓</Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className={menuStyles['line']} />
            <Menu.Item className={menuStyles['item']} onClick={onChangePassword}>
              Change password …
            </Menu.Item>
            <Menu.Item className={menuStyles['item']} onClick={() => signOut.mutate()}>
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** The same as a part of *More* on a narrow screen. */
export function AccountPart({ onChangePassword }: AccountProps) {
  const { data: session } = useSession();
  const signOut = useSignOut();
  const theme = useTheme();
  if (!session) return null;
  return (
    <div className={styles['account']}>
      <p>
        {session.operator.name}, {session.operator.role}
      </p>
      <Tabs
        label="Colours"
        tabs={themes.map((one) => [one, toWords(one)])}
        value={theme}
        onChange={(value) => applyTheme(value as Theme)}
      />
      <div className={styles['accountActions']}>
        <Button onClick={onChangePassword}>Change password …</Button>
        <Button onClick={() => signOut.mutate()}>Sign out</Button>
      </div>
    </div>
  );
}
