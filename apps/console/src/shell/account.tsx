import { Menu } from '@base-ui/react/menu';
import { CircleUser } from 'lucide-react';
import { useSession, useSignOut } from '../api/session.ts';
import { chooseLanguage, type Language, language, languageNames, languages } from '../language/language.ts';
import { t } from '../language/translate.ts';
import { Button } from '../ui/button.tsx';
import menuStyles from '../ui/menu.module.css';
import { Tabs } from '../ui/tabs.tsx';
import { toPhrase } from '../ui/text/status-tone.ts';
import styles from './navigation.module.css';
import { applyTheme, type Theme, themeNames, themes, useTheme } from './theme.ts';

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
              {session.operator.name}, {session.operator.roleName ?? toPhrase(session.operator.role)}
            </div>
            <Menu.RadioGroup value={theme} onValueChange={(value) => applyTheme(value)}>
              {themes.map((one) => (
                <Menu.RadioItem key={one} value={one} className={menuStyles['item']} closeOnClick>
                  {themeNames[one].name}
                  <Menu.RadioItemIndicator>✓</Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className={menuStyles['line']} />
            <Menu.RadioGroup value={language} onValueChange={(value) => chooseLanguage(value)}>
              {languages.map((one) => (
                <Menu.RadioItem key={one} value={one} lang={one} className={menuStyles['item']} closeOnClick>
                  {languageNames[one]}
                  <Menu.RadioItemIndicator>✓</Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className={menuStyles['line']} />
            <Menu.Item className={menuStyles['item']} onClick={onChangePassword}>
              {t('Change password …')}
            </Menu.Item>
            <Menu.Item className={menuStyles['item']} onClick={() => signOut.mutate()}>
              {t('Sign out')}
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
        {session.operator.name}, {session.operator.roleName ?? toPhrase(session.operator.role)}
      </p>
      <Tabs
        label={t('Colours')}
        tabs={themes.map((one) => [one, themeNames[one].short])}
        value={theme}
        onChange={(value) => applyTheme(value as Theme)}
      />
      <Tabs
        label={t('Language')}
        tabs={languages.map((one) => [one, languageNames[one]])}
        value={language}
        onChange={(value) => chooseLanguage(value as Language)}
      />
      <div className={styles['accountActions']}>
        <Button onClick={onChangePassword}>{t('Change password …')}</Button>
        <Button onClick={() => signOut.mutate()}>{t('Sign out')}</Button>
      </div>
    </div>
  );
}
