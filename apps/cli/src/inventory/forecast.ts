export interface PoolUse {
  readonly available: number;
  readonly threshold: number;
  /** Resources in use whose status changed in the window: at most as many were taken. */
  readonly changedInUse: number;
  /** Resources that were there before the window and became available in it. */
  readonly returned: number;
  readonly windowDays: number;
}

export interface Forecast {
  readonly takenPerDay: number;
  readonly returnedPerDay: number;
  /** Days until the pool is below its threshold; 0 if it is now, null if it does not get there at this rate. */
  readonly daysUntilLow: number | null;
  readonly daysUntilEmpty: number | null;
}

/**
 * Continues the use of a window into the future. As the number of taken resources is an upper bound, the pool lasts at
 * least this long at the same rate.
 */
export function forecastPool({ available, threshold, changedInUse, returned, windowDays }: PoolUse): Forecast {
  const [takenPerDay, returnedPerDay] = [changedInUse / windowDays, returned / windowDays];
  const netPerDay = takenPerDay - returnedPerDay;
  const daysUntil = (left: number) => (left <= 0 ? 0 : netPerDay <= 0 ? null : round(left / netPerDay));
  return {
    takenPerDay: round(takenPerDay),
    returnedPerDay: round(returnedPerDay),
    // A pool is low when fewer than the threshold are available.
    daysUntilLow: threshold === 0 ? null : daysUntil(available - threshold + 1),
    daysUntilEmpty: daysUntil(available),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
