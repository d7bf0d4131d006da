interface Settings {
  appName: string;
  sentryDsn: string | null;
}

const DEFAULTS: Settings = { appName: 'Poklik', sentryDsn: null };

/** What the operator set, as the server wrote it into the page; the defaults when no server did. */
function readSettings(): Settings {
  try {
    return { ...DEFAULTS, ...JSON.parse(document.getElementById('settings')?.textContent ?? '{}') };
  } catch {
    return DEFAULTS;
  }
}

export const settings = readSettings();
