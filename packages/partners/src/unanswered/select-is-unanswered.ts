import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';

/** In SQL, as the column `isUnanswered`: whether an earlier call about the record with this id is still recorded as unanswered. */
export const selectIsUnanswered = (kind: UnansweredKind, id: string): string =>
  `EXISTS (SELECT FROM unanswered_call u WHERE u.kind = '${kind}' AND u.record_id = ${id} AND u.ended_at IS NULL) AS "isUnanswered"`;
