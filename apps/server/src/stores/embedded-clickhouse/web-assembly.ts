/** What modules ask of their surroundings: functions and memory, by name. */
export type Imports = Record<string, Record<string, unknown>>;

interface Made {
  instance: object;
  module: object;
}

/** The little of it that is used here; the types of Node leave it to those of browsers. */
export const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Instance: new (module: object, imports?: Imports) => object;
    instantiate(code: Uint8Array, imports: Imports): Promise<Made>;
  };
};
