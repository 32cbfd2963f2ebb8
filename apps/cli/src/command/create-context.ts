import { visibleText } from '@linework/log/visible-text';
import { usageError } from '../errors/cli-error.ts';
import { splitPaths } from '../output/select-members.ts';
import { createPaint, widthOf, writeText } from '../output/terminal.ts';
import { wrapText } from '../output/wrap-text.ts';
import type { Environment } from '../profiles/config.ts';
import type { Context, GlobalOptions } from './context.ts';

interface ContextParts extends Pick<Context, 'stdin' | 'stdout' | 'stderr' | 'signal' | 'setExitCode'> {
  readonly environment: Environment;
}

/** Creates what commands work with. */
export function createContext(parts: ContextParts): Context {
  const { environment, stdout, stderr, signal } = parts;
  const paint = createPaint(stderr, environment.noColor);
  const note = (sentence: string) =>
    void stderr.write(`${wrapText(visibleText(sentence), widthOf(stderr)).join('\n')}\n`);
  return {
    ...parts,
    paint,
    note,
    openApi: async (options) =>
      (await import('../profiles/open-profile.ts')).openProfile(options, { environment, signal, note }),
    recordOptions: ({ output = 'table', select }: GlobalOptions) => ({
      format: output,
      select: select === undefined ? undefined : checkPaths(splitPaths(select)),
      style: { width: widthOf(stdout), paint: createPaint(stdout, environment.noColor) },
      write: (text) => writeText(stdout, text),
    }),
  };
}

function checkPaths(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) throw usageError('--select names no member; write for example --select id,status.');
  return paths;
}
