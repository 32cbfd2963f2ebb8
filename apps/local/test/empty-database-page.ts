import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../../..', import.meta.url));

interface Block {
  readonly kind: string;
  readonly text: string;
}

/** Each command in it runs in a terminal of its own. */
const programsFile = 'empty-database/programs.sh';

const blocks: readonly Block[] = [
  ...readFileSync(new URL('../../../docs/guides/empty-database.md', import.meta.url), 'utf8').matchAll(
    /^```(\S+) (\S+)\n(.*?)^```$/gms,
  ),
].map(([, language = '', file = '', text = '']) => ({ kind: file === programsFile ? 'programs' : language, text }));

const ofKind = (wanted: string) => blocks.filter(({ kind }) => kind === wanted).map(({ text }) => text);

/** The shell commands of the page before and after the start of the programs. `values` replaces values of the page. */
export function commandsOfPage(values: Readonly<Record<string, string>>): {
  readonly before: string;
  readonly after: string;
} {
  const started = blocks.findIndex(({ kind }) => kind === 'programs');
  const script = (part: readonly Block[]) => part.flatMap(({ kind, text }) => (kind === 'sh' ? [text] : [])).join('\n');
  const filled = (text: string) =>
    Object.entries(values).reduce(
      (filledIn, [name, value]) => filledIn.replace(new RegExp(`^((?:export )?${name}=).*$`, 'm'), `$1${value}`),
      text,
    );
  return { before: filled(script(blocks.slice(0, started))), after: filled(script(blocks.slice(started))) };
}

/** The commands that start the programs of the page, each in its own terminal. */
export const programsOfPage = (): readonly string[] => ofKind('programs').flatMap((text) => text.trimEnd().split('\n'));

/** The commands that the page runs in the container of the API. */
export const commandsInContainer = (): readonly (readonly [file: string, command: string])[] =>
  ofKind('console').flatMap((text) =>
    [...text.matchAll(/^docker compose run --rm -T api node (\S+) (.*)$/gm)].map(
      ([, file = '', command = '']) => [file, command] as const,
    ),
  );
