export interface MergePause {
  /** Before so many bytes of rows go into the table, which is named with its database. */
  onRows(table: string, bytes: number): Promise<void>;
  close(): void;
}

interface Backlog {
  batches: number;
  calm: NodeJS.Timeout;
}

/** Batches of a backlog are like this; what happens now comes in smaller ones. */
const LARGE_BYTES = 8 * 1024 * 1024;
/** The more parts there are, the longer questions take. */
const BATCHES_MAX = 64;
const CALM_MS = 2_000;

/**
 * While a backlog comes into a table, what is there is not put together: that takes the processor as long as taking it
 * in, visitors wait for the same processor, and the next batch would have to be put together with it anyway.
 */
export function createMergePause(command: (sql: string) => Promise<unknown>): MergePause {
  const backlogs = new Map<string, Backlog>();

  function end(table: string): void {
    backlogs.delete(table);
    // It fails only if the engine is leaving or the table is gone: then there is nothing to put together.
    command(`SYSTEM START MERGES ${table}`).catch(() => undefined);
  }

  return {
    async onRows(table, bytes) {
      if (bytes < LARGE_BYTES) return;
      const before = backlogs.get(table);
      clearTimeout(before?.calm);
      const batches = (before?.batches ?? 0) + 1;
      backlogs.set(table, { batches, calm: setTimeout(end, CALM_MS, table).unref() });
      if (batches === 1) await command(`SYSTEM STOP MERGES ${table}`);
      if (batches === BATCHES_MAX) await command(`SYSTEM START MERGES ${table}`);
    },
    close() {
      for (const { calm } of backlogs.values()) clearTimeout(calm);
    },
  };
}
