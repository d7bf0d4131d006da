/** Visitors counted as unique, and when their window ends. */
export interface VisitorTable {
  /** Returns whether the visitor is new at that time, and if so, remembers them until then. Times are in seconds. */
  isNew(visitor: VisitorKey, at: number, until: number): boolean;
  remember(visitor: VisitorKey, until: number): void;
  readonly size: number;
  readonly isFull: boolean;
}

export interface VisitorKey {
  high: number;
  low: number;
}

const FIRST_SLOTS = 1 << 16;
/** 12 bytes per slot: 100 MB for 5.8 million visitors. Beyond that, windows that end first are dropped early. */
const SLOTS_MAX = 1 << 23;
const LOAD_MAX = 0.7;

/** An open-addressing table in typed arrays: a map of objects would need ten times the memory. */
export function createVisitorTable(slotsMax = SLOTS_MAX): VisitorTable {
  let slots = Math.min(FIRST_SLOTS, slotsMax);
  let keys = new Int32Array(slots * 2);
  let untils = new Uint32Array(slots);
  let size = 0;

  /** The slot of the visitor, or the first free one: empty or expired. */
  function slotOf({ high, low }: VisitorKey, now: number): number {
    const mask = slots - 1;
    let free = -1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const until = untils[slot] as number;
      if (until === 0) return free === -1 ? slot : free;
      if (keys[slot * 2] === high && keys[slot * 2 + 1] === low) return slot;
      if (free === -1 && until <= now) free = slot;
    }
  }

  function setSlot(slot: number, { high, low }: VisitorKey, until: number): void {
    if (untils[slot] === 0) size += 1;
    keys[slot * 2] = high;
    keys[slot * 2 + 1] = low;
    untils[slot] = until;
  }

  function makeRoom(now: number): void {
    if (size < slots * LOAD_MAX) return;
    const [oldKeys, oldUntils] = [keys, untils];
    const limit = slots < slotsMax ? now : Math.max(now, medianOf(oldUntils));
    slots = Math.min(slots * 2, slotsMax);
    keys = new Int32Array(slots * 2);
    untils = new Uint32Array(slots);
    size = 0;
    const key = { high: 0, low: 0 };
    for (let slot = 0; slot < oldUntils.length; slot += 1) {
      const until = oldUntils[slot] as number;
      if (until <= limit) continue;
      key.high = oldKeys[slot * 2] as number;
      key.low = oldKeys[slot * 2 + 1] as number;
      setSlot(slotOf(key, 0), key, until);
    }
  }

  return {
    isNew(visitor, at, until) {
      makeRoom(at);
      const slot = slotOf(visitor, at);
      const isTheirs = keys[slot * 2] === visitor.high && keys[slot * 2 + 1] === visitor.low;
      if (isTheirs && (untils[slot] as number) > at) return false;
      setSlot(slot, visitor, until);
      return true;
    },
    remember(visitor, until) {
      makeRoom(0);
      const slot = slotOf(visitor, 0);
      setSlot(slot, visitor, Math.max(until, untils[slot] as number));
    },
    get size() {
      return size;
    },
    get isFull() {
      return slots === slotsMax && size >= slots * LOAD_MAX - 1;
    },
  };
}

function medianOf(untils: Uint32Array): number {
  const step = Math.max(1, untils.length >> 12);
  const sample = Array.from({ length: Math.floor(untils.length / step) }, (_, at) => untils[at * step] as number);
  const taken = sample.filter((until) => until > 0).sort((a, b) => a - b);
  return taken[taken.length >> 1] ?? 0;
}

const [FIRST_HIGH, FIRST_LOW] = [0x811c9dc5 | 0, 0x9747b28c | 0];

export const newVisitorKey = (): VisitorKey => ({ high: FIRST_HIGH, low: FIRST_LOW });

export function resetKey(key: VisitorKey): void {
  key.high = FIRST_HIGH;
  key.low = FIRST_LOW;
}

/** Mixes a character into the key. Keys start with `newVisitorKey` and end with `sealKey`. */
export function mixIntoKey(key: VisitorKey, character: number): void {
  key.high = Math.imul(key.high ^ character, 0x01000193);
  key.low = Math.imul(key.low ^ character, 0x5bd1e995);
  key.low ^= key.low >>> 15;
}

export function sealKey(key: VisitorKey): void {
  key.low = scramble(key.low ^ (key.high >>> 7));
  key.high = scramble(key.high);
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
