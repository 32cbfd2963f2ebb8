import { readFileSync } from 'node:fs';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The programs in the README by the heading under which they stand; the first is under the name of the package. */
export const readmeSnippets: ReadonlyMap<string, string> = new Map(
  readme.split(/^#+ /m).flatMap((section) => {
    const [heading = ''] = section.split('\n', 1);
    return [...section.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => [heading, code] as const);
  }),
);
