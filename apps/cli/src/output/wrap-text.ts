/**
 * Divides a text into lines of a width, at spaces; without a width it is one line. What stands in double quotes stays
 * whole, because it is a command to copy. An empty text has no line.
 */
export function wrapText(text: string, width: number | undefined): readonly string[] {
  if (width === undefined) return text === '' ? [] : [text];
  const lines: string[] = [];
  for (const word of text.match(/(?:"[^"]*"|\S)+/g) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
