/** Hosts as they were written or pasted, separated by commas or spaces: of an address only its host is kept. */
export const hostsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(hostOf),
  ),
];

function hostOf(text: string): string {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address).host : text;
}
