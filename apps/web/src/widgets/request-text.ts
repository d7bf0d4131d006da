import type { OutgoingTest } from '@poklik/contract/outgoing';

/** An HTTP request as text. Parts that the reader may not see are left out. */
export const requestText = ({ method, url, headers, body }: OutgoingTest['request']): string =>
  [
    `${method} ${url}`,
    ...(headers ?? []).map(({ name, value }) => `${name}: ${value}`),
    ...(body ? ['', body] : []),
  ].join('\n');
