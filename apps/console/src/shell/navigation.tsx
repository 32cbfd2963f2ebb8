import { Link, useLocation } from '@tanstack/react-router';
import { Ellipsis, Keyboard, Search } from 'lucide-react';
import { useState } from 'react';
import { PasswordForm } from '../account/password-form.tsx';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Account, AccountPart } from './account.tsx';
import styles from './navigation.module.css';
import { type Page, usePages } from './pages.ts';

interface NavigationProps {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
  readonly onChangePassword: () => void;
}

/** The pages beside the content; on a narrow screen four of them below it, and the others behind *More*. */
export function Navigation({ onSearch, onHelp, onChangePassword }: NavigationProps) {
  const pages = usePages();
  return (
    <nav className={styles['navigation']} aria-label={t('Pages')}>
      <div className={styles['brand']}>
        <span className={styles['mark']} aria-hidden />
        Linework
      </div>
      <button type="button" className={styles['search']} onClick={onSearch}>
        <Search size={14} aria-hidden />
        <span>{t('Search')}</span>
        <kbd aria-hidden>/</kbd>
      </button>
      <ul className={styles['pages']}>
        {pages.map((page) => (
          <li key={page.path} data-tab={page.isTab || undefined} data-group={page.beginsGroup || undefined}>
            <PageLink page={page} />
          </li>
        ))}
      </ul>
      <More onChangePassword={onChangePassword} />
      <div className={styles['end']}>
        <button type="button" className={styles['page']} onClick={onHelp}>
          <Keyboard size={16} aria-hidden />
          <span>{t('Shortcuts')}</span>
          <kbd aria-hidden>?</kbd>
        </button>
        <Account onChangePassword={onChangePassword} />
      </div>
    </nav>
  );
}

function PageLink({
  page: { path, name, icon: Icon },
  onClick,
}: {
  readonly page: Page;
  readonly onClick?: () => void;
}) {
  return (
    <Link
      to={path}
      className={styles['page']}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ exact: path === '/', includeSearch: false }}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
      <span>{name}</span>
    </Link>
  );
}

/** On a narrow screen: the pages that are no tab, and the account. */
function More({ onChangePassword }: Pick<NavigationProps, 'onChangePassword'>) {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const others = usePages().filter(({ isTab }) => !isTab);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={`${styles['page']} ${styles['more']}`}
        aria-haspopup="dialog"
        data-current={others.some(({ path }) => pathname.includes(path)) || undefined}
        onClick={() => setOpen(true)}
      >
        <Ellipsis size={16} aria-hidden />
        <span>{t('More')}</span>
      </button>
      <Dialog open={isOpen} onClose={close} title={t('More')} kind="sheet">
        <ul className={styles['others']}>
          {others.map((page) => (
            <li key={page.path}>
              <PageLink page={page} onClick={close} />
            </li>
          ))}
        </ul>
        <AccountPart
          onChangePassword={() => {
            close();
            onChangePassword();
          }}
        />
      </Dialog>
    </>
  );
}

/** The own password, from the account or from the palette. */
export function PasswordDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Change your password')}>
      {open && <PasswordForm onDone={onClose} />}
    </Dialog>
  );
}
