import { CLICK_COLUMNS, RECORD_KINDS } from '@poklik/domain/clicks/click-columns';
import type { Checkpoint } from '@poklik/event-log/checkpoint';
import type { SegmentFile } from '@poklik/event-log/list-segments';
import { openSegmentReader } from '@poklik/event-log/read-segment';

const CLICK = RECORD_KINDS.click.charCodeAt(0);
const AT = CLICK_COLUMNS.findIndex(([name]) => name === 'at');

/** Time of the earliest click that is not ingested, by the next record of each segment; now if there is none. */
export async function findFirstUnreadTime(files: readonly SegmentFile[], { segments }: Checkpoint): Promise<number> {
  let earliest = Date.now();
  for (const { segment, path } of files) {
    const { offset = 0, doneAt } = segments[segment] ?? {};
    if (!doneAt) earliest = Math.min(earliest, (await findNextClickTime(path, offset)) ?? earliest);
  }
  return earliest;
}

/** Time of the next click from an offset, in milliseconds; undefined if there is none nearby. */
async function findNextClickTime(path: string, offset: number): Promise<number | undefined> {
  const reader = await openSegmentReader(path, offset);
  let at: number | undefined;
  try {
    await reader.advance((bytes, kind, start, end) => {
      if (kind === CLICK) at ??= Number(bytes.toString('utf8', start, end).split('\t', AT + 1)[AT]) || undefined;
    });
    return at;
  } finally {
    await reader.close();
  }
}
