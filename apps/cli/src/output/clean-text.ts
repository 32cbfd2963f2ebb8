/**
 * C0 and C1 control characters and DEL, which move the cursor or change the terminal, and the characters that reverse the direction of text
 * (Unicode TR36). Data of others must not do either.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

const names: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const makeVisible = (character: string): string => names[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Makes a text safe for one line of a terminal: control characters become visible escapes. */
export function cleanText(text: string): string {
  return text.replace(unsafe, makeVisible);
}

/** Makes a text of several lines safe for a terminal: line ends stay. */
export function cleanLines(text: string): string {
  return text.split('\n').map(cleanText).join('\n');
}
