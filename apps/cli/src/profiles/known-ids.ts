import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Api } from '../api/api.ts';
import { usageError } from '../errors/cli-error.ts';
import { isObject } from '../output/flatten.ts';

const keptIds = 2_000;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The end of an id, or its beginning. */
const shortId = /^[0-9a-f-]{6,35}$/i;

/**
 * An API whose paths may have the end or the beginning of an id that an earlier command has shown, as people read it
 * from the screen. A text that no such id fits stays as it is.
 */
export function withShortIds(api: Api, stateFolder: string): Api {
  const file = join(stateFolder, 'ids.json');
  const complete = async (text: string): Promise<string> => {
    if (!shortId.test(text)) return text;
    const wanted = text.toLowerCase();
    const found = (await readIds(file)).filter((id) => id.endsWith(wanted) || id.startsWith(wanted));
    if (found.length > 1) throw usageError(`"${text}" fits several ids; write more of it.`, found.slice(0, 10));
    return found[0] ?? text;
  };
  return {
    ...api,
    async request(method, path, request) {
      const segments = await Promise.all(path.split('/').map(complete));
      const answer = await api.request(method, segments.join('/'), request);
      await keepIds(file, idsIn(answer.data));
      return answer;
    },
    followOrder: async (id, options) => api.followOrder(await complete(id), options),
  };
}

/** The ids of a record, or of the records of a list. */
function idsIn(data: unknown): readonly string[] {
  const items = isObject(data) && Array.isArray(data['items']) ? (data['items'] as readonly unknown[]) : [data];
  return items.flatMap((item) => (isObject(item) && uuid.test(String(item['id'])) ? [String(item['id'])] : []));
}

async function readIds(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '[]');
  try {
    return JSON.parse(text) as readonly string[];
  } catch {
    return [];
  }
}

/** Without a folder to write to, only whole ids work. */
async function keepIds(file: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const kept = [...new Set([...ids, ...(await readIds(file))])].slice(0, keptIds);
  const own = `${file}.${process.pid}`;
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
    .then(() => writeFile(own, JSON.stringify(kept), { mode: 0o600 }))
    .then(() => rename(own, file))
    .catch(() => undefined);
}
