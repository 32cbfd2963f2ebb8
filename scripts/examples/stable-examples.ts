const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const keys = /"(lw_(?:[a-z0-9]{1,8}_)?[A-Za-z0-9]{5})[A-Za-z0-9]{10,}"/g;

const dayMs = 86_400_000;
const shiftedUpToMs = 400 * dayMs;
/** The moment at which every example was recorded, as far as a reader can see. */
const recordedAtMs = Date.parse('2026-11-24T12:00:00Z');
const stableId = (count: number) => `019ab2c0-4f00-7000-8000-${String(count).padStart(12, '0')}`;
const stableIds = /019ab2c0-4f00-7000-8000-(\d{12})/g;

/** Arrays in answers are shortened to this length: three lifecycles explain what thirty do. */
const shownItems = 3;

/**
 * Replaces what differs with each recording: ids are numbered, times are moved so that the recording began at a fixed
 * time, and the secret part of a key is replaced. Equal ids stay equal. `known` has the examples that stay, so that a
 * new id gets a number of its own.
 */
export function stabilise<Examples>(
  recorded: Examples,
  { startedAtMs, known }: { readonly startedAtMs: number; readonly known: unknown },
): Examples {
  const numbers = new Map<string, string>();
  let count = Math.max(0, ...[...JSON.stringify(known).matchAll(stableIds)].map(([, digits]) => Number(digits)));
  const numberId = (id: string) => {
    const found = numbers.get(id) ?? stableId(++count);
    numbers.set(id, found);
    return found;
  };
  const moveTime = (text: string) => {
    const offsetMs = Date.parse(text) - startedAtMs;
    return Math.abs(offsetMs) > shiftedUpToMs ? text : new Date(recordedAtMs + offsetMs).toISOString();
  };
  const text = JSON.stringify(recorded)
    .replaceAll(uuids, numberId)
    .replaceAll(times, moveTime)
    .replaceAll(keys, '"$1ExampleOfAKeyWithoutAnyUse"');
  return shorten(JSON.parse(text)) as Examples;
}

function shorten(value: unknown): unknown {
  // An export of everything has thousands of lines of JSON.
  if (typeof value === 'string' && value.startsWith('{"file":')) return value.split('\n', shownItems).join('\n');
  if (Array.isArray(value)) return (isLongListOfObjects(value) ? value.slice(0, shownItems) : value).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member)]));
}

const isLongListOfObjects = (value: readonly unknown[]) => value.length > shownItems && typeof value[0] === 'object';
