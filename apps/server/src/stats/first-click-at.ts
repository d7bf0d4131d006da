import { CLICK_COLUMNS, RECORD_KINDS } from '../tracking/click-columns.ts';
import { openSegmentReader } from '../tracking/event-log/read-segment.ts';

const CLICK = RECORD_KINDS.click.charCodeAt(0);
const AT = CLICK_COLUMNS.findIndex(([name]) => name === 'at');

/** When the first click from that place on happened, in milliseconds; nothing if there is none nearby. */
export async function firstClickAt(path: string, offset: number): Promise<number | undefined> {
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
