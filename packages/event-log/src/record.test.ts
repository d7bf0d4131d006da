import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksumSeed, encodeRecord, HEADER_BYTES, PAYLOAD_MAX, scanRecords } from './record.ts';

const SEED = checksumSeed('20260531T120000000Z-0011223344556677');
const BLOCK = 64;

interface Found {
  kind: string;
  payload: string;
  offset: number;
}

function segmentOf(payloads: readonly string[]): { bytes: Buffer; records: Found[] } {
  const bytes = Buffer.alloc(payloads.reduce((sum, text) => sum + HEADER_BYTES + Buffer.byteLength(text), 0));
  const records: Found[] = [];
  let at = 0;
  for (const payload of payloads) {
    records.push({ kind: 'c', payload, offset: at });
    at = encodeRecord(bytes, at, { kind: 'c', payload }, { seed: SEED, offset: at });
  }
  return { bytes, records };
}

function readAll(bytes: Buffer, seed = SEED): { found: Found[]; damaged: number; consumed: number } {
  const found: Found[] = [];
  const { damaged, consumed } = scanRecords(bytes, { seed, offset: 0 }, (kind, start, end, offset) => {
    found.push({ kind: String.fromCharCode(kind), payload: bytes.toString('utf8', start, end), offset });
  });
  return { found, damaged, consumed };
}

const payload = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }).map((text) => text.toWellFormed()),
  fc.string({ unit: fc.constantFrom('a', '\t', '\u001e', '\u00ff', '�', '0'), maxLength: 60 }),
);
const payloads = fc.array(payload, { minLength: 1, maxLength: 12 });

type Damage = 'truncate' | 'flip' | 'repeat' | 'zero' | 'overwrite';
const damage = fc.record({
  kind: fc.constantFrom<Damage>('truncate', 'flip', 'repeat', 'zero', 'overwrite'),
  at: fc.nat(1_000_000),
  from: fc.nat(1_000_000),
  bit: fc.nat(7),
});

/** Damages the bytes in place, or truncates them. */
function harm(bytes: Buffer, { kind, at, from, bit }: { kind: Damage; at: number; from: number; bit: number }): Buffer {
  const place = at % bytes.length;
  const end = Math.min(place + BLOCK, bytes.length);
  if (kind === 'truncate') return bytes.subarray(0, place);
  if (kind === 'flip') bytes[place] = (bytes[place] as number) ^ (1 << bit);
  else if (kind === 'zero') bytes.fill(0, place, end);
  else if (kind === 'repeat') bytes.copy(bytes, place, from % bytes.length, (from % bytes.length) + BLOCK);
  else bytes.fill(Buffer.from([0xff, 0x1e, 0xff]), place, end);
  return bytes;
}

describe('records of a segment', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(payloads, (texts) => {
        const { bytes, records } = segmentOf(texts);
        expect(readAll(bytes)).toEqual({ found: records, damaged: 0, consumed: bytes.length });
      }),
    );
  });

  it('are never invented or repeated, and all undamaged ones are found', () => {
    fc.assert(
      fc.property(payloads, fc.array(damage, { minLength: 1, maxLength: 3 }), (texts, damages) => {
        const { bytes, records } = segmentOf(texts);
        const written = Buffer.from(bytes);
        let harmed = bytes;
        for (const one of damages) if (harmed.length > 0) harmed = harm(harmed, one);
        const { found } = readAll(harmed);
        const intact = records.filter(({ offset, payload: text }) => {
          const end = offset + HEADER_BYTES + Buffer.byteLength(text);
          return harmed.subarray(offset, end).equals(written.subarray(offset, end));
        });
        expect(found).toEqual(intact);
      }),
    );
  });

  it('report every skipped byte', () => {
    fc.assert(
      fc.property(payloads, damage, (texts, one) => {
        const { bytes } = segmentOf(texts);
        const harmed = harm(bytes, one);
        const { found, damaged, consumed } = readAll(harmed);
        const sound = found.reduce((sum, { payload: text }) => sum + HEADER_BYTES + Buffer.byteLength(text), 0);
        expect(sound + damaged).toBe(consumed);
      }),
    );
  });

  it('are invalid in another segment or at another offset', () => {
    const { bytes, records } = segmentOf(['first', 'second', 'third']);
    expect(readAll(bytes, checksumSeed('another')).found).toEqual([]);
    const second = bytes.subarray(records[1]?.offset, records[2]?.offset);
    expect(readAll(Buffer.concat([bytes, second])).found).toEqual(records);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'are invalid at the distance of bit %i when that bit of their kind flipped',
    (bit) => {
      const { bytes, records } = segmentOf(['', 'x'.repeat(2 ** bit), 'moved', 'y'.repeat(300)]);
      const { offset = 0 } = records[2] ?? {};
      const away = offset ^ (1 << bit);
      const copy = Buffer.from(bytes);
      bytes.copy(copy, away, offset, offset + HEADER_BYTES + 'moved'.length);
      copy[away + 6] = (copy[away + 6] as number) ^ (1 << bit);
      expect(readAll(copy).found.filter((record) => record.offset === away)).toEqual([]);
    },
  );

  it('cannot be forged by visitors', () => {
    const hidden = Buffer.alloc(64);
    const end = encodeRecord(hidden, 0, { kind: 'c', payload: 'forged' }, { seed: SEED, offset: HEADER_BYTES });
    const { bytes } = segmentOf([hidden.toString('latin1', 0, end), hidden.toString('utf8', 0, end), 'honest']);
    bytes[0] = 0; // the record around it is damaged, so its content is searched
    expect(readAll(bytes).found.map(({ payload: text }) => text)).not.toContain('forged');
    expect(readAll(bytes).found.at(-1)?.payload).toBe('honest');
  });

  it('wait for the rest of an unfinished record, unless it is longer than any can be', () => {
    const { bytes, records } = segmentOf(['whole', 'not yet whole']);
    const half = bytes.subarray(0, bytes.length - 3);
    expect(readAll(half)).toEqual({ found: records.slice(0, 1), damaged: 0, consumed: records[1]?.offset });
    const zeros = Buffer.alloc(PAYLOAD_MAX * 2);
    expect(readAll(zeros).damaged).toBe(PAYLOAD_MAX - HEADER_BYTES);
  });
});
