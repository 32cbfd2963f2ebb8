/**
 * The characters that a terminal or a viewer obeys instead of showing: C0 and C1 control characters and DEL, which move
 * the cursor, change colours or begin an escape sequence; line separators; characters that reverse the direction of
 * text (Unicode TR36); and invisible tags and annotations.
 */
const obeyed =
  /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const names: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const toEscape = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * The one guard for text that somebody else chose and that a terminal shows: on one line, with an escape for each
 * character that is obeyed.
 */
export const visibleText = (text: string): string =>
  text.replace(obeyed, (character) => names[character] ?? toEscape(character));

/** The same for a text of several lines: line ends stay. */
export const visibleLines = (text: string): string => text.split('\n').map(visibleText).join('\n');

/**
 * The same for finished JSON, which stays the same value: JSON itself escapes only what is below U+0020 and in a
 * string. Line ends between members stay.
 */
export const visibleJson = (json: string): string =>
  json.replace(obeyed, (character) => (character === '\n' ? character : toEscape(character)));

/** The same for finished YAML, where each text that has such a character is in double quotes. */
export const visibleYaml = (yaml: string): string =>
  yaml.replace(obeyed, (character) =>
    character === '\n' ? character : `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
  );

/** Whether a text has a character that is obeyed. */
export const hasObeyed = (text: string): boolean => text.search(obeyed) >= 0;
