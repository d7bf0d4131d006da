/** Records that are written together. */
export interface Batch {
  records: { kind: string; payload: string }[];
  bytesMax: number;
  written: Deferred;
  /** If a record of the batch waits for the sync. */
  synced: Deferred | undefined;
}

interface Deferred {
  promise: Promise<boolean>;
  settle(ok: boolean): void;
}

export const createBatch = (): Batch => ({ records: [], bytesMax: 0, written: createDeferred(), synced: undefined });

export function createDeferred(): Deferred {
  let settle: (ok: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
