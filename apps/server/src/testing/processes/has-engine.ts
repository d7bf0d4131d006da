import { findEngine } from '@poklik/embedded-clickhouse/engine-build';

export const hasEngine = async (): Promise<boolean> => findEngine() !== undefined;
