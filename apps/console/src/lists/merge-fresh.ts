export interface Row {
  readonly id: string;
  /** Absent from the records whose interface does not have it. */
  readonly updatedAt?: string;
}

interface Top<Item> {
  readonly items: readonly Item[];
}

/**
 * The shown rows with what is known of them now, in the order in which they are shown, and how many others stand before
 * the first of them.
 */
export function mergeFresh<Item extends Row>(
  shown: readonly Item[],
  top: Top<Item> | undefined,
): { readonly rows: readonly Item[]; readonly newCount: number } {
  if (top === undefined || top.items.length === 0) return { rows: shown, newCount: 0 };
  const fresh = new Map(top.items.map((item) => [item.id, item]));
  const known = new Set(shown.map(({ id }) => id));
  const rows = shown.map((row) => {
    const newer = fresh.get(row.id);
    return newer !== undefined && (row.updatedAt ?? '') < (newer.updatedAt ?? 'now') ? newer : row;
  });
  const firstKnown = top.items.findIndex(({ id }) => known.has(id));
  const newCount = firstKnown === -1 ? top.items.length : top.items.slice(0, firstKnown).length;
  return { rows, newCount };
}
