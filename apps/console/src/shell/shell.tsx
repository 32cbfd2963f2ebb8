import { CSPProvider } from '@base-ui/react/csp-provider';
import { Navigate, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Keyboard, KeyRound, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { FirstPassword } from '../account/first-password.tsx';
import { isFinishingSignIn } from '../api/openid.ts';
import { type Session, useSession, useSignOut } from '../api/session.ts';
import { t } from '../language/translate.ts';
import { useLiveStream } from '../live/use-live.ts';
import { PauseBanner } from '../pauses/pause-banner.tsx';
import { Failure, Loading } from '../ui/state.tsx';
import { useCommands } from '../ui/use-commands.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { FinishSignIn } from './finish-sign-in.tsx';
import { Help } from './help.tsx';
import { Navigation, PasswordDialog } from './navigation.tsx';
import { pages, usePages } from './pages.ts';
import { Palette } from './palette.tsx';
import styles from './shell.module.css';
import { SignIn } from './sign-in.tsx';
import { applyTheme } from './theme.ts';

/**
 * The frame of every page. Without a session it shows the sign-in in place of the page, so the address of the view
 * stays.
 */
export function Shell() {
  const session = useSession();
  if (isFinishingSignIn()) return <FinishSignIn />;
  if (session.isPending) return <Loading what={t('the console')} />;
  if (session.isError && session.data === undefined) return <Failure error={session.error} onRetry={session.refetch} />;
  return <CSPProvider disableStyleElements>{showFor(session.data)}</CSPProvider>;
}

function showFor(session: Session | null | undefined) {
  if (!session) return <SignIn />;
  return session.operator.mustChangePassword ? <FirstPassword /> : <Frame key={session.operator.id} />;
}

function Frame() {
  useLiveStream();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'palette' | 'help' | 'password' | undefined>();
  const openPalette = () => setOpen('palette');
  const close = () => setOpen(undefined);
  const openPassword = () => setOpen('password');
  const signOut = useSignOut();
  useShortcuts({
    '/': openPalette,
    'mod+k': openPalette,
    '?': () => setOpen('help'),
    ...Object.fromEntries(pages.map(({ path, key }) => [`g ${key}`, () => void navigate({ to: path })])),
  });
  useCommands(
    [
      { name: t('Light colours'), icon: Sun, run: () => applyTheme('light') },
      { name: t('Dark colours'), icon: Moon, run: () => applyTheme('dark') },
      { name: t('Colours of the system'), icon: Monitor, run: () => applyTheme('system') },
      { name: t('Keyboard shortcuts'), icon: Keyboard, run: () => setOpen('help') },
      { name: t('Change password …'), icon: KeyRound, run: openPassword },
      { name: t('Sign out'), icon: LogOut, run: () => signOut.mutate() },
    ],
    'console',
  );
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#content">
        {t('To the content')}
      </a>
      <Navigation onSearch={openPalette} onHelp={() => setOpen('help')} onChangePassword={openPassword} />
      <main className={styles['content']} id="content">
        <PauseBanner />
        <Content />
      </main>
      <Palette open={open === 'palette'} onClose={close} />
      <Help open={open === 'help'} onClose={close} />
      <PasswordDialog open={open === 'password'} onClose={close} />
    </div>
  );
}

/** The page. Who may not read the overview begins with the first page that is theirs. */
function Content() {
  const pages = usePages();
  const { pathname } = useLocation();
  const [first] = pages;
  const isOverview = pathname === '/' && !pages.some(({ path }) => path === '/');
  return isOverview && first !== undefined ? <Navigate to={first.path} replace /> : <Outlet />;
}
