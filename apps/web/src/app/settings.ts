interface Settings {
  appName: string;
  sentryDsn: string | null;
}

const DEFAULTS: Settings = { appName: 'Poklik', sentryDsn: null };

/** Settings the server wrote into the page; defaults without a server. */
function readSettings(): Settings {
  try {
    return { ...DEFAULTS, ...JSON.parse(document.getElementById('settings')?.textContent ?? '{}') };
  } catch {
    return DEFAULTS;
  }
}

export const settings = readSettings();
