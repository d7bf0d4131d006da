/** Whether the page's origin, or an address, is on one of the hosts. A host without a port stands for all its ports. */
export function isScriptHost(address: string, hosts: readonly string[]): boolean {
  const url = parseWebAddress(address);
  return url !== null && (hosts.includes(url.host) || hosts.includes(url.hostname));
}

/** An absolute http(s) address without user and password; null for anything else. */
export function parseWebAddress(address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url : null;
}

/** Hosts as they were written or pasted, separated by commas or spaces: of an address only its host is kept. */
export const hostsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(hostOf),
  ),
];

const hostOf = (text: string): string => (parseWebAddress(text) ?? parseWebAddress(`https://${text}`))?.host ?? text;
