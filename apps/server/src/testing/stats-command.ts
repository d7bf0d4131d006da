import type { Command } from '../processes/program-command.ts';
import { hasNative } from '../stores/embedded-clickhouse/sessions.ts';
import { nodeForEngine } from '../stores/embedded-clickhouse/stats-process.ts';
import { hasWasm } from '../stores/embedded-clickhouse/wasm-sessions.ts';
import { PROGRAM, TSX_ARGS } from './program.ts';

/** The program itself runs the embedded ClickHouse in tests too, if need be with something loaded before it. */
export const statsCommand = (nodeArgs: readonly string[] = []): { command?: Command } =>
  nodeArgs.length === 0 ? {} : { command: { program: nodeForEngine(), args: [...TSX_ARGS, ...nodeArgs, PROGRAM] } };

export const hasEngine = async (): Promise<boolean> => hasNative() || hasWasm();
