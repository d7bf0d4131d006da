export interface MergePause {
  /** Called before rows are inserted; `table` includes the database. */
  onRows(table: string, bytes: number): Promise<void>;
  close(): void;
}

interface Backlog {
  batches: number;
  calm: NodeJS.Timeout;
}

/** Only batches of a backlog are this large. */
const LARGE_BYTES = 8 * 1024 * 1024;
/** More parts make queries slower. */
const BATCHES_MAX = 64;
const CALM_MS = 2_000;

/**
 * Pauses merges while a backlog is inserted: they would compete with visitors for the CPU, and the next batch would
 * have to be merged again.
 */
export function createMergePause(command: (sql: string) => Promise<unknown>): MergePause {
  const backlogs = new Map<string, Backlog>();

  function end(table: string): void {
    backlogs.delete(table);
    // Fails only if the engine is closing or the table is gone.
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
