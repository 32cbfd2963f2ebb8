/** An edit of a source below `packages/` or `apps/`. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The setting that carries a known bug, as JSON, into a run of tests and into the programs that it starts. */
export const plantedBugSetting = 'PLANTED_BUG';

// biome-ignore lint/style/noProcessEnv: a run of tests has no configuration; the one that plants a bug hands it on.
const edits = JSON.parse(process.env[plantedBugSetting] ?? '[]') as readonly Edit[];

/** Vitest stores what it has transformed, and must not store a bug. */
export const isBugPlanted = edits.length > 0;

/**
 * A plugin of Vite and Rolldown that edits the sources as they are loaded. The files do not change. Without a planted
 * bug it does nothing.
 */
export const plantedBug = {
  name: 'planted-bug',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    const own = edits.filter(({ file }) => id.endsWith(`/${file}`));
    return own.length === 0 ? undefined : own.reduce(plantEdit, code);
  },
};

/** Raises an error if the source does not contain what the edit replaces. */
export function plantEdit(source: string, edit: Edit): string {
  const [found] = findPlaces(source, edit);
  if (found === undefined)
    throw new Error(
      `The known bug does not fit the source: ${edit.file} does not contain "${edit.from}". Update campaign/mutants.`,
    );
  return source.replace(found, () => edit.to);
}

/** Finds what the edit replaces, however the formatter has broken its lines. */
export function findPlaces(source: string, { from }: Pick<Edit, 'from'>): readonly string[] {
  const pattern = from
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
    .replace(/\\([({[])/g, '\\$1\\s*')
    .replace(/\\([)}\]])/g, ',?\\s*\\$1');
  return source.match(new RegExp(pattern, 'g')) ?? [];
}
