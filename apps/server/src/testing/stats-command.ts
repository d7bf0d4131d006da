import { hasNative } from '../stores/embedded-clickhouse/sessions.ts';
import type { Command } from '../stores/embedded-clickhouse/stats-process.ts';
import { hasWasm } from '../stores/embedded-clickhouse/wasm-sessions.ts';

/** The program itself runs the embedded ClickHouse in tests too. */
export const statsCommand = (): { command?: Command } => ({});

export const hasEngine = async (): Promise<boolean> => hasNative() || hasWasm();
