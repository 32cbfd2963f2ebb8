// Statements with one fault each, for `statements.test.ts`. Nothing runs them.
import { statement } from '@linework/db/statement';

statement('planted-correct', { id: 'uuid' }, 'SELECT id, status FROM line WHERE id = :id');
statement('planted-renamed-column', { id: 'uuid' }, 'SELECT id, state FROM line WHERE id = :id');
statement('planted-other-type', { id: 'int' }, 'SELECT id, status FROM line WHERE id = :id');
statement(
  'planted-repeated-column',
  { id: 'uuid' },
  'SELECT l.id, h.id, l.status FROM line l JOIN holder h ON h.id = l.holder_id WHERE l.id = :id',
);
statement('planted-shared-name', { id: 'uuid' }, 'SELECT id, status FROM line WHERE id = :id');
statement('planted-shared-name', { msisdn: 'text' }, 'SELECT id, status FROM line WHERE msisdn = :msisdn');
for (const column of ['id', 'msisdn'])
  statement('planted-two-texts', { text: 'text' }, `SELECT id, status FROM line WHERE ${column}::text = :text`);
