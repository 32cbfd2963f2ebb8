// Statements with one fault each, for `statements.test.ts`. Nothing runs them.
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

type Line = { readonly id: string; readonly status: string };

const correct = statement('planted-correct', 'SELECT id, status FROM line WHERE id = $1::uuid');
const correctOptions = {
  byId: correct,
  byNumber: statement('planted-correct-too', 'SELECT id, status FROM line WHERE msisdn = $1'),
};
const renamedColumn = statement('planted-renamed-column', 'SELECT id, state FROM line WHERE id = $1::uuid');
const missingValue = statement(
  'planted-missing-value',
  'SELECT id, status FROM line WHERE id = $1::uuid AND broker_id = $2::uuid',
);
const unreadColumn = statement('planted-unread-column', 'SELECT id, status, msisdn FROM line WHERE id = $1::uuid');
const missingColumn = statement('planted-missing-column', 'SELECT id FROM line WHERE id = $1::uuid');
const repeatedColumn = statement(
  'planted-repeated-column',
  'SELECT l.id, h.id, l.status FROM line l JOIN holder h ON h.id = l.holder_id WHERE l.id = $1::uuid',
);
const otherTypes = statement(
  'planted-other-types',
  'SELECT count(*) AS total, now() AS at, ARRAY[1] AS numbers, json_build_object($1::text, now()) AS json',
);
const nullableColumn = statement(
  'planted-nullable-column',
  'SELECT id, external_code AS status FROM line WHERE id = $1::uuid',
);
const setColumn = statement(
  'planted-set-column',
  "UPDATE line SET external_code = 'x' WHERE id = $1::uuid RETURNING id, external_code AS status",
);
const firstOfName = statement('planted-shared-name', 'SELECT id, status FROM line WHERE id = $1::uuid');
const secondOfName = statement('planted-shared-name', 'SELECT id, status FROM line WHERE msisdn = $1');
const twoTexts = ['id', 'msisdn'].map((column) =>
  statement('planted-two-texts', `SELECT id, status FROM line WHERE ${column}::text = $1`),
);
statement('planted-unused', 'SELECT 1');

interface OtherTypes {
  readonly total: number;
  readonly at: string;
  readonly numbers: readonly string[];
  readonly json: { readonly at: Date };
}

export const planted = {
  correct: (db: Db, id: string, kind: keyof typeof correctOptions) => db.query<Line>(correctOptions[kind], [id]),
  withoutRow: async (db: Db, id: string) => (await db.query(correct, [id])).length,
  renamedColumn: (db: Db, id: string) => db.query<Line>(renamedColumn, [id]),
  missingValue: (db: Db, id: string) => db.query<Line>(missingValue, [id]),
  unreadColumn: (db: Db, id: string) => db.query<Line>(unreadColumn, [id]),
  missingColumn: (db: Db, id: string) => db.query<Line>(missingColumn, [id]),
  repeatedColumn: (db: Db, id: string) => db.query<Line>(repeatedColumn, [id]),
  otherTypes: (db: Db) => db.query<OtherTypes>(otherTypes, ['at']),
  nullableColumn: (db: Db, id: string) => db.query<Line>(nullableColumn, [id]),
  setColumn: (db: Db, id: string) => db.query<Line>(setColumn, [id]),
  firstOfName: (db: Db, id: string) => db.query<Line>(firstOfName, [id]),
  secondOfName: (db: Db, number: string) => db.query<Line>(secondOfName, [number]),
  twoTexts: (db: Db, text: string) => db.query<Line>(twoTexts[0] ?? correct, [text]),
  unknownValues: (db: Db, values: readonly unknown[]) => db.query<Line>(correct, values),
  unknownStatement: (db: Db, id: string) => db.query<Line>(JSON.parse('{}'), [id]),
};
