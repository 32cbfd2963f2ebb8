/** The languages of the console. The sentences of English are in the code. */
export const languages = ['en', 'pt-BR'] as const;
export type Language = (typeof languages)[number];

/** Each in itself, so that whoever reads only one of them finds it. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', 'pt-BR': 'Português (Brasil)' };

const storageKey = 'linework.language';

/** A browser may refuse its storage. A program that is no browser has none. */
function readChoice(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** The first language of the browser that the console has, whatever its country. @internal */
export function findLanguage(wanted: readonly string[]): Language {
  const known = wanted.flatMap((one) => languages.find((language) => language.slice(0, 2) === one.slice(0, 2)) ?? []);
  return known[0] ?? 'en';
}

/** The language of the person, or that of the browser. It stays as long as the page is loaded. */
export const language: Language =
  languages.find((one) => one === readChoice()) ?? findLanguage(globalThis.navigator?.languages ?? []);

/** How days and times are written: `25 Nov 2026` or `25/11/2026`. */
export const dateLocale: string = language === 'en' ? 'en-GB' : language;

/** A day, short: Brazil writes it in figures. */
export const dayShape = {
  year: 'numeric',
  month: language === 'en' ? 'short' : '2-digit',
  day: language === 'en' ? 'numeric' : '2-digit',
} as const;

/**
 * Keeps the choice and loads the page again, so that every sentence is read in its language, also one that a module has
 * read when it was loaded. What was typed into a form is kept as a draft.
 */
export function chooseLanguage(chosen: Language): void {
  if (chosen === language) return;
  try {
    localStorage.setItem(storageKey, chosen);
  } catch {
    // It would be forgotten, so the page stays as it is.
    return;
  }
  location.reload();
}
