import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';

export interface Snippet {
  readonly commands: string;
  /** The response that the page shows: JSON in which `...` means more members. Undefined if the page shows none. */
  readonly answer: unknown;
}

/** The commands of a page, each with the response below it. */
export function snippetsOf(page: string): readonly Snippet[] {
  const blocks = [...page.matchAll(/^```(\S+)[^\n]*\n(.*?)^```$/gms)].map(([, kind = '', text = '']) => ({
    kind,
    text,
  }));
  return blocks.flatMap(({ kind, text }, at) => {
    const next = blocks[at + 1];
    return kind === 'sh'
      ? [
          {
            commands: text,
            answer: next?.kind === 'json' ? JSON.parse(next.text.replaceAll(/,?\s*\.\.\./g, '')) : undefined,
          },
        ]
      : [];
  });
}

/** The command only reads, so it may be repeated until it shows the state of the page. */
export const onlyReads = ({ commands }: Snippet): boolean => !/-X |-d |=\$\(/.test(commands);

export interface Shell {
  /** Runs commands in the same bash as the previous ones, and returns their output. */
  run(commands: string): Promise<string>;
  close(): void;
}

const endMark = '--end of snippet--';

/** Starts a bash like that of a reader of the page, in the project's folder. */
export function openShell(folder: string): Shell {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('bash', [], { cwd: folder, env: { PATH, HOME }, stdio: ['pipe', 'pipe', 'inherit'] });
  stopWithThisProcess(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async run(commands) {
      child.stdin.write(`${commands}\necho; echo '${endMark}'\n`);
      const output: string[] = [];
      for (let line = await lines.next(); !line.done && line.value !== endMark; line = await lines.next())
        output.push(line.value);
      return output.join('\n').trim();
    },
    close: () => void child.stdin.end(),
  };
}
