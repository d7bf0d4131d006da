/** Imports of a WebAssembly module: functions and memory by name. */
export type Imports = Record<string, Record<string, unknown>>;

interface Made {
  instance: object;
  module: object;
}

/** The part that is used here; Node's types do not include WebAssembly. */
export const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Instance: new (module: object, imports?: Imports) => object;
    instantiate(code: Uint8Array, imports: Imports): Promise<Made>;
  };
};
