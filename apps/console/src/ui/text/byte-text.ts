import { language } from '../../language/language.ts';

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** `512 bytes`, `1.2 MB`. */
export function byteText(bytes: number): string {
  const at = Math.min(units.length - 1, bytes < 1_000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** at;
  const shown = value.toLocaleString(language, { maximumFractionDigits: at === 0 ? 0 : 1 });
  return `${shown} ${bytes === 1 ? 'byte' : units[at]}`;
}
