import type { Line, LineAssignment } from '@linework/sdk';

/** A number or a SIM of the line. Without a begin it is the last one, of which the inventory knows nothing. */
export interface ResourceRow {
  readonly key: string;
  readonly type: string;
  readonly code: string;
  readonly heldFrom?: string | undefined;
  readonly heldTo?: string | undefined;
  readonly orderId?: string | undefined;
}

type LastCodes = Pick<Line, 'msisdn' | 'iccId' | 'terminatedAt'>;

/**
 * The numbers and SIMs of a line, newest first. A kind that is not in the inventory has the one that the line has now,
 * or had at its end.
 */
export function listResourceRows(
  { msisdn, iccId, terminatedAt: heldTo }: LastCodes,
  assignments: readonly LineAssignment[],
): readonly ResourceRow[] {
  const current = [
    { key: 'MSISDN', type: 'MSISDN', code: msisdn, heldTo },
    { key: 'SIM', type: 'SIM', code: iccId, heldTo },
  ];
  const known = assignments.map(
    ({ id, externalCode, ...row }): ResourceRow => ({ key: id, code: externalCode, ...row }),
  );
  return [...current.filter(({ type }) => !assignments.some((assignment) => assignment.type === type)), ...known];
}
