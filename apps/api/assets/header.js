// The button that chooses the theme, in the header of the guides and of the reference.
const root = document.documentElement;
const button = document.getElementById('theme');

export const isDark = () =>
  (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

const nameTheme = () => {
  button.textContent = isDark() ? 'Light' : 'Dark';
};

/** Calls `onChange` after each choice. */
export function startThemeButton(onChange = () => undefined) {
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    localStorage.setItem('theme', root.dataset.theme);
    nameTheme();
    onChange();
  });
  nameTheme();
}
