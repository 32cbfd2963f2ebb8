// Preloaded into a program with `--import`. The query names the bug, and the loader hook edits the sources as Node reads them.
import { registerHooks } from 'node:module';
import { mutants } from './all.ts';

const name = new URL(import.meta.url).searchParams.get('name');
const edits = mutants.find((mutant) => mutant.name === name)?.edits ?? [];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const own = edits.filter(({ file }) => url.endsWith(file));
    if (own.length === 0) return loaded;
    return { ...loaded, source: own.reduce(edited, String(loaded.source)) };
  },
});

function edited(source: string, { file, from, to }: (typeof edits)[number]): string {
  if (!source.includes(from))
    throw new Error(`The mutant ${name} does not fit the source: ${file} does not contain "${from}". Update campaign/mutants/all.ts.`);
  return source.replace(from, () => to);
}
