import type { TurnFigures, VersionProcess } from './version-process.ts';

export interface Turns {
  readonly clients: number;
  /** The length of a turn. */
  readonly seconds: number;
  /** How many turns each version has. */
  readonly count: number;
}

/**
 * Lets the versions work in turns, one at a time, each turn with another order of them. A turn is short, so a change of
 * the machine's speed affects all versions alike. Returns the figures of each version, turn by turn.
 */
export async function takeTurns(
  versions: readonly VersionProcess[],
  { clients, seconds, count }: Turns,
): Promise<readonly (readonly TurnFigures[])[]> {
  for (const version of versions) {
    await version.work(clients, warmUpSeconds);
    await version.settle();
  }
  const runs = versions.map((version) => ({ version, figures: [] as TurnFigures[] }));
  for (let turn = 0; turn < count; turn += 1)
    for (const { version, figures } of orderOfTurn(runs, turn)) figures.push(await version.work(clients, seconds));
  return runs.map(({ figures }) => figures);
}

const warmUpSeconds = 3;

/** Every second turn is backwards, and each pair of turns begins with another version. */
function orderOfTurn<Run>(runs: readonly Run[], turn: number): readonly Run[] {
  const first = Math.floor(turn / 2) % runs.length;
  const inOrder = [...runs.slice(first), ...runs.slice(0, first)];
  return turn % 2 === 0 ? inOrder : inOrder.toReversed();
}

export interface Ratio {
  readonly mean: number;
  /** The standard error of the mean. */
  readonly error: number;
}

/** How many times as fast as `base` a version was: the geometric mean of the ratios of its turns. */
export function ratioTo(base: readonly TurnFigures[], version: readonly TurnFigures[]): Ratio {
  const logs = version.map(({ perSecond }, turn) => Math.log(perSecond / (base[turn]?.perSecond ?? Number.NaN)));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / Math.max(1, logs.length - 1);
  return { mean: Math.exp(mean), error: Math.exp(mean) * Math.sqrt(variance / logs.length) };
}
