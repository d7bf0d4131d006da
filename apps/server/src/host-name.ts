import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Why a host can't be a tracking domain. */
export type HostProblem = 'empty' | 'url' | 'ip' | 'port' | 'wildcard' | 'mixed_scripts' | 'syntax' | 'too_long';

export type HostResult = { host: string } | { problem: HostProblem };

const HOST_MAX = 253;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** A host as a customer types it, in lower case and punycode. */
export function parseHost(text: string): HostResult {
  const typed = text.trim();
  if (typed === '') return { problem: 'empty' };
  if (/[/\\?#@%\s]/.test(typed)) return { problem: 'url' };
  if (typed.includes('*')) return { problem: 'wildcard' };
  if (/^\[|^[\da-f:]*:[\da-f:.]*:[\da-f:.]*$/i.test(typed)) return { problem: 'ip' };
  if (typed.includes(':')) return { problem: 'port' };
  const name = typed.replace(/[.。．｡]$/u, '');
  if (hasMixedScripts(name)) return { problem: 'mixed_scripts' };
  if (!URL.canParse(`http://${name}/`)) return { problem: /^[\d.]+$/.test(name) ? 'ip' : 'syntax' };
  const host = new URL(`http://${name}/`).hostname;
  // The parser also reads numbers in other notations as addresses.
  if (/^\d+(\.\d+){3}$/.test(host)) return { problem: 'ip' };
  if (host.length > HOST_MAX) return { problem: 'too_long' };
  const labels = host.split('.');
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return { problem: 'syntax' };
  return { host };
}

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Cherokee}/u,
];

/** Characters of two scripts in one label look like another domain: a Cyrillic `а` in `pаypal`. */
function hasMixedScripts(name: string): boolean {
  return name.split(/[.。．｡]/u).some((label) => SCRIPTS.filter((script) => script.test(label)).length > 1);
}

export const isWithin = (host: string, zone: string): boolean => host === zone || host.endsWith(`.${zone}`);

/** The host a request is for, in lower case and without port; empty if it names none. */
export function hostOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  // HTTP/2 has a pseudo-header instead.
  const name = headers.host ?? authorityOf(headers);
  const end = name.startsWith('[') ? name.indexOf(']') + 1 : name.indexOf(':');
  const host = (end > 0 ? name.slice(0, end) : end === 0 ? '' : name).toLowerCase();
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

function authorityOf(headers: IncomingHttpHeaders): string {
  const authority = headers[':authority'];
  return typeof authority === 'string' ? authority : '';
}
