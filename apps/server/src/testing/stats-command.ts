import type { Command } from '../processes/program-command.ts';
import { hasNative } from '../stores/embedded-clickhouse/sessions.ts';
import { nodeForEngine } from '../stores/embedded-clickhouse/stats-process.ts';
import { hasWasm } from '../stores/embedded-clickhouse/wasm-sessions.ts';
import { programArgs } from './program.ts';

/** Tests run the embedded ClickHouse with the built program too; `nodeArgs` can preload modules. */
export const statsCommand = (nodeArgs: readonly string[] = []): { command: Command } => ({
  command: { program: nodeForEngine(), args: programArgs(nodeArgs) },
});

export const hasEngine = async (): Promise<boolean> => hasNative() || hasWasm();
