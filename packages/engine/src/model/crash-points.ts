/**
 * Points in the processing of an order, a tax receipt or a port-in at which tests make a process die, to prove that
 * nothing is lost there. No crash point is armed unless the configuration of the program names it.
 */
const crashPoints = [
  'after-placing',
  'before-notify',
  'after-acquire',
  'before-call',
  'after-inspect',
  'after-call',
  'before-commit',
  'after-commit',
  'in-undo',
  'in-cancel',
  'in-expiry',
  'after-number',
  'after-authority',
  'after-canceling',
  'after-clearing-house',
] as const;

export type CrashPoint = (typeof crashPoints)[number];
const crashActions = ['kill', 'throw', 'block', 'suspend'] as const;
export type CrashAction = (typeof crashActions)[number];

interface ArmedCrashPoint {
  readonly point: CrashPoint;
  readonly action: CrashAction;
  remaining: number;
}

let armed: ArmedCrashPoint | undefined;

/** Arms one crash point; it triggers `times` times. */
export function armCrashPoint(point: CrashPoint, action: CrashAction, times = 1): void {
  armed = { point, action, remaining: times };
}

/** @internal */
export function disarmCrashPoints(): void {
  armed = undefined;
}

/** Parses `point:action` or `point:action:times`; undefined when the text has another form. */
export function parseCrashPoint(text: string): { point: CrashPoint; action: CrashAction; times: number } | undefined {
  const [point, action, times = '1'] = text.split(':');
  if (
    !crashPoints.includes(point as CrashPoint) ||
    !crashActions.includes(action as CrashAction) ||
    !/^[1-9]\d*$/.test(times)
  )
    return undefined;
  return { point: point as CrashPoint, action: action as CrashAction, times: Number(times) };
}

const blockMs = 6_000;

/** Triggers the crash point if it is armed. */
export function reachCrashPoint(point: CrashPoint): void {
  if (armed?.point !== point || armed.remaining === 0) return;
  armed.remaining -= 1;
  if (armed.action === 'kill') process.kill(process.pid, 'SIGKILL');
  if (armed.action === 'throw') throw new Error(`thrown at the crash point ${point}`);
  // Nothing of the process runs until it gets SIGCONT.
  if (armed.action === 'suspend') process.kill(process.pid, 'SIGSTOP');
  // Blocks the whole event loop, like a long garbage collection or a frozen machine.
  if (armed.action === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockMs);
}
