import { Link } from '@tanstack/react-router';
import { Keyboard, Search } from 'lucide-react';
import { Account } from './account.tsx';
import styles from './navigation.module.css';
import { pages } from './pages.ts';

interface NavigationProps {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

export function Navigation({ onSearch, onHelp }: NavigationProps) {
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
      <ul className={styles['pages']}>
        {pages.map(({ path, name, icon: Icon }) => (
          <li key={path}>
            <Link to={path} className={styles['page']} activeProps={{ 'aria-current': 'page' }} activeOptions={{ exact: path === '/', includeSearch: false }}>
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
