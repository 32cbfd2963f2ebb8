const leftByJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** JSON whose text is safe for a terminal: JSON escapes control characters below U+0020 only, and a terminal obeys others too. */
export function formatJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent) ?? 'null';
  return text.replace(leftByJson, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
