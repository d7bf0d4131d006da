import { AppError, invalidField } from '@poklik/contract/errors';
import type { NewSegment, Segment } from '@poklik/contract/segments';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { countUsers } from '../users/users.repo.ts';
import {
  countSegments,
  insertSegment,
  isNameTaken,
  listSegments,
  lockSegments,
  removeSegment,
  type SegmentRow,
  updateSegment,
} from './segments.repo.ts';

const SEGMENTS_MAX = 100;

/** The customers are counted now: a segment is a filter, not a list. */
const toSegment = async (db: Database, { id, name, filter, createdAt }: SegmentRow): Promise<Segment> => ({
  ...{ id, name, filter },
  customers: await countUsers(db, { ...filter, isCustomer: true }),
  created_at: createdAt.toISOString(),
});

export async function getSegments(db: Database): Promise<Segment[]> {
  const found: Segment[] = [];
  // One after the other, so that many segments don't take all connections.
  for (const row of await listSegments(db)) found.push(await toSegment(db, row));
  return found;
}

/** Null creates one. */
export const saveSegment = (db: Database, caller: Caller, id: number | null, segment: NewSegment): Promise<Segment> =>
  db.transaction(async (tx) => {
    await lockSegments(tx);
    if (await isNameTaken(tx, segment.name, id)) throw invalidField('name', 'segment_name_taken');
    if (id === null && (await countSegments(tx)) >= SEGMENTS_MAX)
      throw invalidField('name', { key: 'too_many', values: { max: SEGMENTS_MAX } });
    const row = id === null ? await insertSegment(tx, segment) : await updateSegment(tx, id, segment);
    if (!row) throw new AppError('not_found');
    await recordSegment(tx, caller, row, id === null ? 'segment.created' : 'segment.changed');
    return toSegment(tx, row);
  });

export const deleteSegment = (db: Database, caller: Caller, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await removeSegment(tx, id);
    if (!row) throw new AppError('not_found');
    await recordSegment(tx, caller, row, 'segment.removed');
  });

const recordSegment = (tx: Database, { userId, ip }: Caller, { id, name }: SegmentRow, action: string) =>
  recordAudit(tx, { actor: userId, account: null, action, entity: `segment:${id}`, after: { name }, ip });
