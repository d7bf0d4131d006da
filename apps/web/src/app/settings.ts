interface Settings {
  appName: string;
  sentryDsn: string | null;
  /** Accounts have tracking domains. */
  hasDomains: boolean;
}

const DEFAULTS: Settings = { appName: 'Poklik', sentryDsn: null, hasDomains: false };

/** Settings the server wrote into the page; defaults without a server. */
function readSettings(): Settings {
  try {
    return { ...DEFAULTS, ...JSON.parse(document.getElementById('settings')?.textContent ?? '{}') };
  } catch {
    return DEFAULTS;
  }
}

export const settings = readSettings();
