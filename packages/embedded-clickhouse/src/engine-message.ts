/** What the engine process is told when it starts. Not in its environment or arguments, which other users can read. */
export interface EngineMessage {
  /** With user name and password. */
  address: string;
  database: string;
  logLevel: string;
}

/** Exit code of the engine process if there is no engine build for this platform. */
export const ENGINE_MISSING_EXIT = 69;
