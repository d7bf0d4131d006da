// The program of each WebAssembly engine thread: the engine, with file system calls on the real disk.
import { getEnvironmentData } from 'node:worker_threads';
import { THREAD_DATA, type ThreadData, withDiskCalls } from './disk-calls.ts';
import { type Imports, WebAssembly } from './web-assembly.ts';

const { disk, moduleUrl } = getEnvironmentData(THREAD_DATA) as unknown as ThreadData;
const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  constructor(module: object, imports: Imports = {}) {
    super(module, withDiskCalls(imports, disk));
  }
};
await import(moduleUrl);
