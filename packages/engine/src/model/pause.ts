import type { OrderSnapshot } from './order-snapshot.ts';
import { getStepDeclaration } from './order-snapshot.ts';
import type { OrderTypes } from './order-type.ts';
import type { Step } from './step.ts';

const pauseKinds = ['order-type', 'step', 'system'] as const;
export type PauseKind = (typeof pauseKinds)[number];

/** An operator has stopped the steps of an order type, one step, or the calls to a system. */
export interface Pause {
  readonly id: string;
  readonly kind: PauseKind;
  /** The code of the order type, the code of the step with its order type in front, or the name of the system. */
  readonly target: string;
}

export type Pauses = readonly Pause[];
export const noPauses: Pauses = [];

/**
 * The system that a step calls is the first part of its action: `network` of `network.suspend`. A local step calls
 * none.
 */
const getSystem = ({ kind, action }: Step): string | undefined =>
  kind === 'external' ? action.split('.')[0] : undefined;

/**
 * Finds the pause that stops the step of a move. A call that its system has accepted goes on: its system is only
 * polled.
 */
export function findPauseOfMove(
  order: OrderSnapshot,
  move: { readonly move: string; readonly position?: number },
  pauses: Pauses,
): Pause | undefined {
  const { position } = move;
  if (position === undefined || order.steps[position]?.awaited != null) return undefined;
  const step = getStepDeclaration(order, position);
  const targets = { 'order-type': order.type.code, step: `${order.type.code}.${step.code}`, system: getSystem(step) };
  return pauses.find(({ kind, target }) => targets[kind] === target);
}

/** The targets that can be paused, by kind: those of the order types that this program knows. */
export function listPauseTargets(orderTypes: OrderTypes): Readonly<Record<PauseKind, ReadonlySet<string>>> {
  const types = [...orderTypes.values()].flat();
  return {
    'order-type': new Set(types.map(({ code }) => code)),
    step: new Set(types.flatMap(({ code, steps }) => steps.map((step) => `${code}.${step.code}`))),
    system: new Set(types.flatMap(({ steps }) => steps.flatMap((step) => getSystem(step) ?? []))),
  };
}
