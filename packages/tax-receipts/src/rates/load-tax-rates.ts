import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { type FieldError, withSentenceDetail } from '@linework/problem-details/field-error';
import { conflict, unprocessableValues } from '@linework/problem-details/make-problem';
import type { TaxRegime } from '@linework/schemas/tax-receipts/supplier';
import type { LoadedTaxRate, TaxRateLoad } from '@linework/schemas/tax-receipts/tax-rate';
import { type FoundRates, listUnknownTaxes } from '@linework/tax-documents/model/find-tax-rates';
import type { Issuer } from '@linework/tax-documents/model/receipt';
import { readTaxRates } from './read-tax-rates.ts';

/** Loads are rare, and each must see the rows of the one before. Readers are not held up. */
const lockStatement = statement('lock-tax-rates', 'LOCK TABLE tax_rate IN SHARE ROW EXCLUSIVE MODE');

const existingStatement = statement(
  'find-tax-rates-of-days',
  `SELECT r.id, r.tax, r.jurisdiction, r.valid_from::text AS "firstDay", trim_scale(r.rate)::text AS rate, r.regimes,
     r.is_added_to_total AS "isAddedToTotal"
   FROM tax_rate r
   WHERE NOT EXISTS (
     SELECT 1
     FROM tax_rate n
     WHERE n.replaces = r.id
   )`,
).returns<{ readonly regimes: TaxRegime[] }>();

const addStatement = statement(
  'add-tax-rate',
  {
    tax: 'text',
    jurisdiction: 'text',
    firstDay: 'date',
    rate: 'numeric?',
    regimes: 'text[]',
    isAddedToTotal: 'boolean',
    source: 'text',
    sourceDate: 'date',
    replaces: 'uuid?',
    keyId: 'uuid?',
  },
  `INSERT INTO tax_rate (tax, jurisdiction, valid_from, rate, regimes, is_added_to_total, source, source_date, replaces,
     loaded_by)
   VALUES (:tax, :jurisdiction, :firstDay, :rate, :regimes, :isAddedToTotal, :source, :sourceDate, :replaces, :keyId)`,
);

const draftsStatement = statement(
  'count-drafts-of-suppliers',
  `SELECT s.regime, s.address, r.document_model AS "documentModel", count(*)::int AS drafts,
     count(r.waits_for_rates_in)::int AS waiting, (array_agg(r.id ORDER BY r.id))[1:100] AS ids
   FROM tax_receipt r JOIN supplier s ON s.id = r.supplier_id
   WHERE r.status = 'DRAFT' AND r.due_at IS NULL AND r.document_model <> 'DEBIT_RECEIPT'
   GROUP BY s.id, r.document_model`,
).returns<{
  readonly address: Issuer['address'];
  readonly documentModel: '22' | '62';
  readonly ids: readonly string[];
}>();

type Existing = RowOf<typeof existingStatement>;

type Drafts = RowOf<typeof draftsStatement>;

export interface LoadInput {
  readonly caller: Caller;
  readonly rates: readonly LoadedTaxRate[];
  readonly dryRun?: boolean | undefined;
}

/** Ends the transaction of a dry run, with its result. */
class DryRun extends Error {
  readonly result: TaxRateLoad;

  constructor(result: TaxRateLoad) {
    super('a dry run is rolled back');
    this.result = result;
  }
}

/**
 * Adds the rows, all or none. Raises conflict with every row whose day has another rate, and 422 with every other
 * error.
 */
export async function loadTaxRates(db: Db, input: LoadInput): Promise<TaxRateLoad> {
  const { dryRun = false } = input;
  try {
    return await db.transaction(async (tx) => {
      await tx.query(lockStatement);
      const before = await readRatesOfDrafts(tx);
      const added = planRows(await tx.query(existingStatement), input.rates);
      const { keyId } = input.caller;
      for (const row of added) await tx.query(addStatement, { ...row, replaces: row.replaces, keyId });
      const result = { dryRun, loadedCount: added.length, ...compareDrafts(before, await readRatesOfDrafts(tx)) };
      if (dryRun) throw new DryRun(result);
      return result;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result;
    throw error;
  }
}

/** The rows that are new, each with the row that it replaces. */
function planRows(existing: readonly Existing[], rows: readonly LoadedTaxRate[]): readonly LoadedTaxRate[] {
  const keyOf = ({ tax, jurisdiction, firstDay }: Pick<Existing, 'tax' | 'jurisdiction' | 'firstDay'>) =>
    `${tax} ${jurisdiction} ${firstDay}`;
  const current = new Map(existing.map((row) => [keyOf(row), row]));
  const [taken, unknown, wrong]: [FieldError[], FieldError[], FieldError[]] = [[], [], []];
  const seen = new Set<string>();
  const added: LoadedTaxRate[] = [];
  for (const [index, row] of rows.entries()) {
    const pointer = `/rates/${index}`;
    const other = current.get(keyOf(row));
    if (seen.has(keyOf(row))) wrong.push({ pointer, detail: 'has the tax, jurisdiction and day of an earlier row' });
    if (row.isAddedToTotal && !['IBS_STATE', 'IBS_CITY', 'CBS'].includes(row.tax))
      wrong.push({ pointer: `${pointer}/isAddedToTotal`, detail: 'must be false: only IBS and CBS are added' });
    seen.add(keyOf(row));
    if (other && isSame(other, row)) continue;
    if (row.replaces !== undefined && row.replaces !== other?.id)
      unknown.push({
        pointer: `${pointer}/replaces`,
        detail: `must be the row of ${keyOf(row)}${other ? `, ${other.id}` : ', and there is none'}`,
      });
    else if (other && row.replaces === undefined && other.rate !== null)
      taken.push({ pointer, detail: `has another rate than the row ${other.id}` });
    else added.push(other ? { ...row, replaces: other.id } : row);
  }
  if (wrong.length > 0) throw unprocessableValues([...wrong, ...unknown, ...taken], { code: 'not-a-tax-rate' });
  if (unknown.length > 0) throw unprocessableValues([...unknown, ...taken], { code: 'unknown-tax-rate' });
  if (taken.length > 0) {
    throw conflict('There are other rates of these days.', {
      code: 'tax-rate-exists',
      errors: taken.map(withSentenceDetail),
    });
  }
  return added;
}

const isSame = (one: Existing, { rate, regimes, isAddedToTotal }: LoadedTaxRate): boolean =>
  (one.rate === null || rate === null ? one.rate === rate : Number(one.rate) === Number(rate)) &&
  one.isAddedToTotal === isAddedToTotal &&
  one.regimes.toSorted().join() === regimes.toSorted().join();

type RatedDrafts = Drafts & { readonly found: FoundRates };

/** The drafts of each supplier and model with the rates of now. */
async function readRatesOfDrafts(tx: Pick<Db, 'query'>): Promise<readonly RatedDrafts[]> {
  const all = await tx.query(draftsStatement);
  const rated: RatedDrafts[] = [];
  for (const drafts of all) rated.push({ ...drafts, found: await readTaxRates(tx, drafts, new Date()) });
  return rated;
}

function compareDrafts(before: readonly RatedDrafts[], after: readonly RatedDrafts[]) {
  const differing = after.filter(({ found }, index) => JSON.stringify(found) !== JSON.stringify(before[index]?.found));
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    changedDraftCount: sum(differing.map(({ drafts }) => drafts)),
    issuedDraftCount: sum(
      differing.map(({ waiting, found, documentModel }) =>
        listUnknownTaxes(found, documentModel).length === 0 ? waiting : 0,
      ),
    ),
    draftIds: differing.flatMap(({ ids }) => ids).slice(0, 100),
  };
}
