import { AsyncLocalStorage } from 'node:async_hooks';
import type { LegalRelease } from '@poklik/domain/legal/releases-in-force';
import type { Logger } from 'pino';
import { type Config, environment, loadConfig } from '../config.ts';
import { readBrand, readProviders, readVat, type StoredValues, toEnvironment } from './stored-settings.ts';

/** Notified when a setting was changed. */
export const SETTINGS_CHANNEL = 'settings_changed';

export interface LiveConfig {
  /** Always shows the settings in force; in a request, those in force when it began. */
  config: Config;
  /** Runs a request with the settings of now, also when they change meanwhile. */
  keep(request: () => void): void;
  /** Reads changed settings. */
  refresh(): Promise<void>;
  /** Resolves when stored settings were read for the first time. */
  ready: Promise<void>;
  close(): Promise<void>;
}

interface Options {
  /** Of the environment alone. */
  start: Config;
  /** In force until the stored settings are read. */
  known?: StoredValues;
  /** Reads the stored settings. */
  read: () => Promise<StoredValues>;
  /** Reads the published legal documents; trackers need none. */
  readLegal?: () => Promise<readonly LegalRelease[]>;
  /** Calls back for every change and after a lost connection. Returns how to stop. */
  watch: (refresh: () => void) => Promise<() => Promise<void>>;
  /** Builds the configuration from stored settings in the form of environment variables. */
  build?: (stored: NodeJS.ProcessEnv) => Config;
  log: Logger;
}

/** Variables that are set win over stored settings. Ports and URLs of the start are kept. */
export const buildFromEnvironment =
  (start: Config, own: NodeJS.ProcessEnv = environment) =>
  (stored: NodeJS.ProcessEnv): Config => {
    const set = Object.entries(own).filter(([, value]) => value !== undefined && value !== '');
    const built = loadConfig({ ...stored, ...Object.fromEntries(set), PORT: String(start.port) });
    const withPort = (url: string) => url.replace(/:0$/, `:${start.port}`);
    return { ...built, publicUrl: withPort(built.publicUrl), trackingUrl: withPort(built.trackingUrl) };
  };

/** Settings of the environment and the database together, swapped as a whole when a stored one changes. */
export function openLiveConfig({ start, known = {}, read, watch, log, ...own }: Options): LiveConfig {
  const build = own.build ?? buildFromEnvironment(start);
  const requests = new AsyncLocalStorage<Config>();
  const apply = (stored: StoredValues, legal: readonly LegalRelease[] = []): Config => {
    const built = build(toEnvironment(stored));
    const providers = { ...built.providers, ...readProviders(stored) };
    return { ...built, ...{ brand: readBrand(stored), vat: readVat(stored), legal, providers } };
  };
  let snapshot = start;
  try {
    snapshot = apply(known);
  } catch (error) {
    log.error({ err: error }, 'known settings are unusable');
  }
  let turn: Promise<void> = Promise.resolve();

  const load = async () => {
    try {
      snapshot = apply(await read(), await own.readLegal?.());
    } catch (error) {
      log.error({ err: error }, 'settings could not be read, the previous ones stay in force');
    }
  };
  const refresh = (): Promise<void> => {
    turn = turn.then(load);
    return turn;
  };

  const config = Object.defineProperties(
    {},
    Object.fromEntries(
      Object.keys(start).map((key) => [
        key,
        { enumerable: true, configurable: true, get: () => (requests.getStore() ?? snapshot)[key as keyof Config] },
      ]),
    ),
  ) as Config;

  let unwatch: (() => Promise<void>) | undefined;
  const ready = watch(() => void refresh()).then((stop) => {
    unwatch = stop;
    return refresh();
  });
  ready.catch(() => undefined); // closed before the database was there
  return {
    config,
    keep: (request) => requests.run(snapshot, request),
    refresh,
    ready,
    async close() {
      await unwatch?.();
      await turn;
    },
  };
}
