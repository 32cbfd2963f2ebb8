import { visibleLines } from '@linework/log/visible-text';
import type { PaintName } from './format-table.ts';

/** One of the streams of a program. */
export interface Stream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string | Uint8Array): boolean;
  once?(event: 'drain', listener: () => void): unknown;
}

const codes: Readonly<Record<PaintName, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  good: [32, 39],
  bad: [31, 39],
  busy: [33, 39],
};

/** Colours text on a terminal, and leaves it alone elsewhere. */
export function createPaint(stream: Stream, noColor: boolean): (name: PaintName, text: string) => string {
  if (noColor || stream.isTTY !== true) return (_name, text) => text;
  return (name, text) => `\u001b[${codes[name][0]}m${text}\u001b[${codes[name][1]}m`;
}

/** The width of a terminal; undefined where the output is no terminal. */
export function widthOf({ isTTY, columns }: Stream): number | undefined {
  return isTTY === true ? columns || 80 : undefined;
}

/** The codes that `createPaint` writes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a code begins with one.
const ownCode = /(\u001b\[(?:[12]|22|3[1239])m)/;

/**
 * What a terminal gets: our own colours and line ends, and nothing else that it would obey. Cells are made visible
 * before, so that columns stay in line.
 */
const toTerminal = (text: string): string =>
  text
    .split(ownCode)
    .map((part, at) => (at % 2 === 1 ? part : visibleLines(part)))
    .join('');

/** Writes, and waits while the reader is slower: a million records must not collect in memory. */
export async function writeText(stream: Stream, text: string | Uint8Array): Promise<void> {
  const shown = stream.isTTY === true && typeof text === 'string' ? toTerminal(text) : text;
  if (stream.write(shown) || stream.once === undefined) return;
  await new Promise<void>((resolve) => stream.once?.('drain', resolve));
}
