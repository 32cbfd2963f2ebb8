// Preloaded into a program with `--import`. The query names the bug, and the loader hook edits the sources as Node
// reads them.
import { registerHooks } from 'node:module';
import { plantEdit } from '@linework/testing/programs/planted-bug';
import { mutants } from './all.ts';

const name = new URL(import.meta.url).searchParams.get('name');
const edits = mutants.find((mutant) => mutant.name === name)?.edits ?? [];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const own = edits.filter(({ file }) => url.endsWith(file));
    return own.length === 0 ? loaded : { ...loaded, source: own.reduce(plantEdit, String(loaded.source)) };
  },
});
