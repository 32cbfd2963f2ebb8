import type { Chance } from '../world/chance.ts';
import type { World } from '../world/start-world.ts';

/** A fault of a system or a program. It has ended when `inject` resolves. */
export interface Fault {
  readonly name: string;
  /**
   * Calls may arrive after their order has continued. A network without keys executes them, and Linework cannot prevent
   * that.
   */
  readonly causesLateCalls?: true;
  /** Returns whether the fault had an effect. A crash point that no process reached had none. */
  inject(world: World, chance: Chance): Promise<boolean>;
}

/** The faults of a campaign. The three lists run concurrently; the faults of one list run one after the other. */
export interface Faults {
  /** Faults of external systems. */
  readonly others: readonly Fault[];
  readonly servers: readonly Fault[];
  readonly programs: readonly Fault[];
}
