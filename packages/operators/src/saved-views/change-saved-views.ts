import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isCheckViolation, isUniqueViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { maskText } from '@linework/log/mask-text';
import { conflict, forbidden, unprocessableRequest } from '@linework/problem-details/make-problem';
import { type EventType, eventType } from '@linework/schemas/events';
import type { SavedView } from '@linework/schemas/saved-views/saved-view';
import { v7 as newId } from 'uuid';
import { findSavedView, type SavedViewTarget } from './find-saved-view.ts';

type Values = Pick<SavedView, 'name' | 'query' | 'shared'>;

export interface NewSavedView extends Values {
  readonly caller: Caller;
  readonly page: string;
}

const insertStatement = statement(
  'insert-saved-view',
  { id: 'uuid', keyId: 'uuid', page: 'text', name: 'text', query: 'text', shared: 'boolean' },
  `INSERT INTO saved_view (id, owner_id, page, name, query, is_shared)
   VALUES (:id, :keyId, :page, :name, :query, :shared)`,
);

const updateStatement = statement(
  'update-saved-view',
  { viewId: 'uuid', name: 'text', query: 'text', shared: 'boolean' },
  `UPDATE saved_view
   SET name = :name, query = :query, is_shared = :shared, updated_at = now()
   WHERE id = :viewId
   RETURNING updated_at AS "updatedAt"`,
);

/** Saves a view. Raises personal-data-in-view, saved-view-taken and too-many-saved-views. */
export function createSavedView(db: Db, { caller, page, name, query, shared }: NewSavedView): Promise<SavedView> {
  rejectPersonalData({ name, query });
  const id = newId();
  return writing(db, async (tx) => {
    await tx.query(insertStatement, { id, keyId: caller.keyId, page, name, query, shared });
    await emitEvent(tx, { type: eventType('saved_view.created'), id, caller, details: { page, name, shared } });
    return findSavedView(tx, { caller, viewId: id });
  });
}

/**
 * Changes a view; without changes it writes nothing. Raises not-found, not-the-owner, personal-data-in-view and
 * saved-view-taken.
 */
export function changeSavedView(
  db: Db,
  target: SavedViewTarget,
  wanted: { readonly [Name in keyof Values]?: Values[Name] | undefined },
): Promise<SavedView> {
  rejectPersonalData(wanted);
  const { caller, viewId } = target;
  return writing(db, async (tx) => {
    const before = await findChangeable(tx, target);
    const changed = (['name', 'query', 'shared'] as const).filter(
      (name) => wanted[name] !== undefined && wanted[name] !== before[name],
    );
    if (changed.length === 0) return before;
    const { name = before.name, query = before.query, shared = before.shared } = wanted;
    const [updated] = await tx.query(updateStatement, { viewId, name, query, shared });
    await emitEvent(tx, {
      type: eventType('saved_view.changed'),
      id: viewId,
      caller,
      details: { changed: changed.join(', ') },
    });
    // Read as its owner would, because an administrator may just have ended the sharing.
    return { ...before, name, query, shared, updatedAt: (updated?.updatedAt ?? new Date()).toISOString() };
  });
}

/** Deletes a view. Raises not-found and not-the-owner. */
export function deleteSavedView(db: Db, target: SavedViewTarget): Promise<void> {
  const { caller, viewId } = target;
  return db.transaction(async (tx) => {
    const { page, name } = await findChangeable(tx, target);
    await tx.prisma.savedView.delete({ where: { id: viewId } });
    await emitEvent(tx, { type: eventType('saved_view.deleted'), id: viewId, caller, details: { page, name } });
  });
}

async function findChangeable(tx: Pick<Db, 'prisma'>, target: SavedViewTarget): Promise<SavedView> {
  const view = await findSavedView(tx, target);
  if (!view.own && target.caller.operator?.role !== 'administrator') {
    throw forbidden('The saved view belongs to somebody else.', { code: 'not-the-owner' });
  }
  return view;
}

/**
 * The console masks what it shows, so a view with a number would not work, and a shared one would show it to everybody.
 */
function rejectPersonalData({
  name = '',
  query = '',
}: {
  readonly name?: string | undefined;
  readonly query?: string | undefined;
}): void {
  const texts = [name, query, decode(query)];
  if (texts.some((text) => maskText(text) !== text)) {
    throw unprocessableRequest('The view contains a number or a tax id of a person.', {
      code: 'personal-data-in-view',
    });
  }
}

function decode(query: string): string {
  return [...new URLSearchParams(query).values()].join(' ');
}

async function writing<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  try {
    return await db.transaction((tx) => tx.savepoint(work));
  } catch (error) {
    if (isUniqueViolation(error, 'one_saved_view_per_name')) {
      throw conflict('Another saved view of this page has the name.', { code: 'saved-view-taken' });
    }
    if (isCheckViolation(error, 'at_most_100_saved_views'))
      throw conflict('There are 100 saved views already.', { code: 'too-many-saved-views' });
    throw error;
  }
}

interface ViewEvent {
  readonly type: EventType;
  readonly id: string;
  readonly caller: Caller;
  readonly details: Readonly<Record<string, string | boolean>>;
}

/** It belongs to no broker, so no broker reads it. */
async function emitEvent(tx: Pick<Db, 'prisma'>, { type, id, caller, details }: ViewEvent): Promise<void> {
  await writeEvent(tx, { type, id, keyId: caller.keyId, details });
}
