import type { PasswordHasher } from '../features/auth/passwords.ts';
import type { Services } from '../services.ts';

/** The demo imports the server, so the server knows only this of it. */
export interface Demo {
  /** Creates users and their history, before the API serves requests and the worker starts. */
  seedDemo(services: Services, passwords: PasswordHasher): Promise<void>;
  /** Creates the history of clicks, then simulates visitors until the signal. */
  runDemo(services: Services, signal: AbortSignal): Promise<void>;
}

/** Loaded by file name, so that no other bundle contains it. */
export function loadDemo(): Promise<Demo> {
  const here = import.meta.url;
  const program = here.endsWith('.ts') ? '../../../demo/src/demo.ts' : './demo.js';
  return import(new URL(program, here).href);
}
