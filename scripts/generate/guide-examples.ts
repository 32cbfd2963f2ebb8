import { readdirSync, readFileSync } from 'node:fs';

const guidesFolder = new URL('../../docs/guides/', import.meta.url);

/** A block of code whose first line names its file in docs/guides/examples. */
const namedBlock = /^```(\S+) (\S+)\n(.*?)^```$/gms;

export const guidePageNames = (): readonly string[] => readdirSync(guidesFolder).filter((name) => name.endsWith('.md'));

export const readGuidePage = (name: string): string => readFileSync(new URL(name, guidesFolder), 'utf8');

const readExampleFile = (name: string): string => readFileSync(new URL(`examples/${name}`, guidesFolder), 'utf8');

/** Writes the content of each file into its block, so that a page is whole for a reader of the repository too. */
export function fillExamples(page: string, readFile: (name: string) => string = readExampleFile): string {
  return page.replaceAll(
    namedBlock,
    (_block, language: string, name: string) => `\`\`\`${language} ${name}\n${readFile(name)}\`\`\``,
  );
}

/** The names of the files of a page, and the first lines of its blocks that name none. @internal */
export function listBlocks(page: string): { readonly files: readonly string[]; readonly unnamed: readonly string[] } {
  const files = [...page.matchAll(namedBlock)].map(([, , name = '']) => name);
  const unnamed = [...page.replaceAll(namedBlock, '').matchAll(/^```.*$/gm)].map(([line]) => line);
  return { files, unnamed };
}
