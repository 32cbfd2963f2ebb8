/** Checks one dependency. False and a rejection both mean that it is down. */
export type Check = () => Promise<boolean>;

export interface HealthOptions {
  /** Required dependencies: if one is down, the program should get no requests. */
  readonly required: Readonly<Record<string, Check>>;
  /** Optional dependencies: if one is down, the program works with limits. */
  readonly optional?: Readonly<Record<string, Check>>;
  /** A check that takes longer than this has failed. */
  readonly timeoutMs?: number;
}

export interface Readiness {
  readonly status: 'ready' | 'degraded' | 'unavailable' | 'draining';
  readonly checks: Readonly<Record<string, 'up' | 'down'>>;
}

export interface Health {
  /**
   * Returns the health. Never rejects, and runs the checks at most a few times per second. A required dependency of
   * `exclude` counts as an optional one.
   */
  readiness(exclude?: readonly string[]): Promise<Readiness>;
  /** Marks the program as stopping: it finishes its requests and should get no new ones. */
  drain(): void;
}

/** A result is reused for this time, because everybody may call the endpoint. */
const cacheMs = 250;

/** The required dependencies of all programs. An API has no `maintenance`; without Redis, `queue` is in its place. */
export const requiredChecks: readonly string[] = ['postgres', 'redis', 'queue', 'maintenance'];

/** Creates the health of a program from the checks of its dependencies. */
export function createHealth({ required, optional = {}, timeoutMs = 1_000 }: HealthOptions): Health {
  let isDraining = false;
  let latest: Promise<Readiness['checks']> | undefined;

  function readChecks(): Promise<Readiness['checks']> {
    latest ??= runChecks({ ...required, ...optional }, timeoutMs).finally(() => {
      setTimeout(() => {
        latest = undefined;
      }, cacheMs).unref();
    });
    return latest;
  }

  return {
    async readiness(exclude = []) {
      const checks = await readChecks();
      const counted = Object.keys(required).filter((name) => !exclude.includes(name));
      return { status: isDraining ? 'draining' : getStatus(checks, counted), checks };
    },
    drain() {
      isDraining = true;
    },
  };
}

async function runChecks(checks: Readonly<Record<string, Check>>, timeoutMs: number): Promise<Readiness['checks']> {
  const states = Object.entries(checks).map(
    async ([name, check]) => [name, (await isUpInTime(check, timeoutMs)) ? 'up' : 'down'] as const,
  );
  return Object.fromEntries(await Promise.all(states));
}

async function isUpInTime(check: Check, timeoutMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, timeoutMs, false);
  try {
    return await Promise.race([check(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function getStatus(checks: Readiness['checks'], required: readonly string[]): Readiness['status'] {
  if (required.some((name) => checks[name] === 'down')) return 'unavailable';
  return Object.values(checks).includes('down') ? 'degraded' : 'ready';
}
