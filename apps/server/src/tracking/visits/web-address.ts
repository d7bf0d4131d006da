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
