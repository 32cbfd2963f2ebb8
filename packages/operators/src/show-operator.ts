import type { Role } from '@linework/auth/roles';
import type { Operator } from '@linework/schemas/operators/operator';

export interface OperatorRecord {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: string;
  readonly mustChangePassword: boolean;
  readonly disabledAt: Date | null;
  readonly lastSignedInAt: Date | null;
  readonly createdAt: Date;
}

/** A person as administrators see them: never the hash of the password. */
export function showOperator({
  id,
  name,
  email,
  role,
  mustChangePassword,
  disabledAt,
  lastSignedInAt,
  createdAt,
}: OperatorRecord): Operator {
  return {
    id,
    name,
    ...(email !== null && { email }),
    role: role as Role,
    enabled: disabledAt === null,
    mustChangePassword,
    ...(disabledAt && { disabledAt: disabledAt.toISOString() }),
    ...(lastSignedInAt && { lastSignedInAt: lastSignedInAt.toISOString() }),
    createdAt: createdAt.toISOString(),
  };
}
