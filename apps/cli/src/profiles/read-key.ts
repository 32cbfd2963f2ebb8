import { text } from 'node:stream/consumers';
import { CliError } from '../errors/cli-error.ts';

interface KeyInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

interface Prompt {
  write(text: string): unknown;
}

const [enter, lineFeed, interrupt, endOfFile, backspace, erase] = ['\r', '\n', '\u0003', '\u0004', '\u007f', '\b'];

/**
 * Reads a key: from a terminal without showing it, otherwise the first line of the input. A key is never an argument,
 * which other users can see.
 */
export async function readKey(input: KeyInput, prompt: Prompt, question: string): Promise<string> {
  if (input.isTTY !== true) return ((await text(input)).split('\n')[0] ?? '').trim();
  prompt.write(question);
  input.setRawMode?.(true);
  try {
    return (await readHidden(input)).trim();
  } finally {
    input.setRawMode?.(false);
    input.pause();
    prompt.write('\n');
  }
}

function readHidden(input: KeyInput): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = '';
    const finish = (settle: () => void) => {
      input.removeListener('data', read);
      settle();
    };
    const read = (chunk: Buffer | string) => {
      for (const character of String(chunk)) {
        if (character === enter || character === lineFeed || character === endOfFile)
          return finish(() => resolve(typed));
        if (character === interrupt) return finish(() => reject(new CliError('interrupted', 'Stopped.')));
        typed = character === backspace || character === erase ? typed.slice(0, -1) : typed + character;
      }
    };
    input.on('data', read);
    input.resume();
  });
}
