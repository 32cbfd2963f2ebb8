import { Link, useLocation } from '@tanstack/react-router';
import { Keyboard, Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Account } from './account.tsx';
import styles from './navigation.module.css';
import { pages } from './pages.ts';

interface NavigationProps {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

export function Navigation({ onSearch, onHelp }: NavigationProps) {
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // On a narrow screen the list is wider than the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what changes the current page.
  useEffect(
    () => void list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    [pathname],
  );
  return (
    <nav className={styles['navigation']} aria-label="Pages">
      <div className={styles['brand']}>
        <span className={styles['mark']} aria-hidden />
        Linework
      </div>
      <button type="button" className={styles['search']} onClick={onSearch}>
        <Search size={14} aria-hidden />
        <span>Search</span>
        <kbd aria-hidden>/</kbd>
      </button>
      <ul ref={list} className={styles['pages']}>
        {pages.map(({ path, name, icon: Icon }) => (
          <li key={path}>
            <Link
              to={path}
              className={styles['page']}
              activeProps={{ 'aria-current': 'page' }}
              activeOptions={{ exact: path === '/', includeSearch: false }}
            >
              <Icon size={16} aria-hidden />
              <span>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles['end']}>
        <button type="button" className={styles['page']} onClick={onHelp}>
          <Keyboard size={16} aria-hidden />
          <span>Shortcuts</span>
          <kbd aria-hidden>?</kbd>
        </button>
        <Account />
      </div>
    </nav>
  );
}
