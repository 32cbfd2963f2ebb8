import { useSyncExternalStore } from 'react';
import { t } from '../language/translate.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What a theme is called in a menu, and beside the other ones. */
export const themeNames: Readonly<Record<Theme, { readonly name: string; readonly short: string }>> = {
  system: { name: t('System colours'), short: t('System') },
  light: { name: t('Light colours'), short: t('Light') },
  dark: { name: t('Dark colours'), short: t('Dark') },
};

const storageKey = 'linework.theme';
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** Shows the page in the chosen theme, or in that of the system. */
export function applyTheme(theme: Theme = readTheme()): void {
  localStorage.setItem(storageKey, theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The theme that the person has chosen. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme);
