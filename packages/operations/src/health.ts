/** Whether something that the program leans on answers: false and a rejection both say no. */
export type Check = () => Promise<boolean>;

export interface HealthOptions {
  /** Without one of these the program can do nothing, and should get no requests. */
  readonly required: Readonly<Record<string, Check>>;
  /** Without one of these it does its work all the same, if worse. */
  readonly optional?: Readonly<Record<string, Check>>;
  /** A check that takes longer than this has failed. */
  readonly timeoutMs?: number;
}

export interface Readiness {
  readonly status: 'ready' | 'degraded' | 'unavailable' | 'draining';
  readonly checks: Readonly<Record<string, 'up' | 'down'>>;
}

export interface Health {
  /** How the program stands. Never rejects, and asks no more often than a few times a second however often it is called. */
  readiness(): Promise<Readiness>;
  /** From now on the program is going away: it finishes what it has, and should get no more. */
  drain(): void;
}

/** Anybody may ask for the health: an answer is good for this long, so that asking costs nothing. */
const cacheMs = 250;

/** Makes the health of one program out of the checks of what it leans on. */
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
    async readiness() {
      const checks = await readChecks();
      return { status: isDraining ? 'draining' : getStatus(checks, Object.keys(required)), checks };
    },
    drain() {
      isDraining = true;
    },
  };
}

async function runChecks(checks: Readonly<Record<string, Check>>, timeoutMs: number): Promise<Readiness['checks']> {
  const states = Object.entries(checks).map(async ([name, check]) => [name, (await isUpInTime(check, timeoutMs)) ? 'up' : 'down'] as const);
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
