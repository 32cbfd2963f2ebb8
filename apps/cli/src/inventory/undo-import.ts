import type { Api } from '../api/api.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import { writeAnswer } from '../command/write-answer.ts';

export interface UndoOptions extends GlobalOptions {
  readonly importId: string;
}

interface Undone {
  readonly importId: string;
  readonly removed: number;
  readonly left: number;
  readonly isDone: boolean;
}

/**
 * Removes the resources of an import, request after request until nothing is left that can be removed. After Ctrl-C or
 * an outage the same command goes on with the others.
 */
export async function undoImport({ importId, ...options }: UndoOptions, context: Context): Promise<void> {
  const api = await context.openApi(options);
  let removed = 0;
  for (;;) {
    context.signal.throwIfAborted();
    const undone = await removeSome(api, importId);
    removed += undone.removed;
    // A request that removes nothing has met only resources that others changed meanwhile: the next one could, too.
    if (undone.isDone || undone.removed === 0) return writeAnswer({ ...undone, removed }, context, options);
    context.note(`${removed} resources are removed, ${undone.left} are left.`);
  }
}

async function removeSome(api: Api, importId: string): Promise<Undone> {
  const { data } = await api.request('POST', '/inventory/resources/undo-import', { body: { importId } });
  return data as Undone;
}
