export const passwordLength = { min: 12, max: 200 } as const;

/** Of the commonest passwords those that would pass the other rules. */
const common = [
  'qwertyuiop',
  'asdfghjkl',
  '1q2w3e4r5t',
  'password',
  'passw0rd',
  'linework',
  'iloveyou',
  'trustno1',
  'changeme',
  'letmein',
  'welcome',
  'admin',
  'senha',
  'mudar',
];
const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiopasdfghjklzxcvbnm'];
const distinctCharacters = 6;
/** What is left of a password without its common part must still be hard to guess. */
const restLength = 8;

/**
 * Describes why a password is rejected, or returns undefined. Length decides; no class of characters is required (NIST
 * SP 800-63B). Rejected are passwords of few different characters, the person's own name, and a common password or a
 * run of keys with little around it.
 */
export function checkPassword(password: string, name: string): string | undefined {
  const text = password.normalize('NFC').toLowerCase();
  if (text.length < passwordLength.min) return `must have at least ${passwordLength.min} characters`;
  if (new Set(text).size < distinctCharacters) return `must have at least ${distinctCharacters} different characters`;
  const owner = name.normalize('NFC').toLowerCase();
  const parts = [...common, ...(owner.length >= 3 ? [owner] : []), ...findRuns(text)];
  const found = parts.find((part) => text.includes(part) && text.replaceAll(part, '').length < restLength);
  return found === undefined ? undefined : 'is one of the passwords that are guessed first';
}

/** The parts of five and more characters that follow each other in the alphabet, as digits or on the keyboard. */
function findRuns(text: string): readonly string[] {
  const found: string[] = [];
  for (const run of runs.flatMap((one) => [one, [...one].reverse().join('')])) {
    for (let start = 0; start < text.length; start += 1) {
      let end = start + 5;
      if (end > text.length || !run.includes(text.slice(start, end))) continue;
      while (end < text.length && run.includes(text.slice(start, end + 1))) end += 1;
      found.push(text.slice(start, end));
      start = end - 1;
    }
  }
  return found;
}
