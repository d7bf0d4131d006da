import { findEngine, nodeForEngine } from '@poklik/embedded-clickhouse/engine-build';
import type { Command } from '../../processes/program-command.ts';
import { programArgs } from './program.ts';

/** Tests run the embedded ClickHouse with the built program too; `nodeArgs` can preload modules. */
export const statsCommand = (nodeArgs: readonly string[] = []): { command: Command } => ({
  command: { program: nodeForEngine(), args: programArgs(nodeArgs) },
});

export const hasEngine = async (): Promise<boolean> => findEngine() !== undefined;
