import { expect, it } from 'vitest';
import { hostOf, isWithin, parseHost } from './host-name.ts';

it.each([
  ['Go.Example.COM', 'go.example.com'],
  [' go.example.com. ', 'go.example.com'],
  ['перехід.укр', 'xn--d1aba2bg5a5i.xn--j1amh'],
  ['münchen.example', 'xn--mnchen-3ya.example'],
  ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
  ['a-b.c1.example', 'a-b.c1.example'],
])('reads %s as %s', (text, host) => expect(parseHost(text)).toEqual({ host }));

it.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['https://go.example.com', 'url'],
  ['go.example.com/path', 'url'],
  ['go.example.com?x=1', 'url'],
  ['user@go.example.com', 'url'],
  ['go example.com', 'url'],
  ['127.0.0.1', 'ip'],
  ['127.1', 'ip'],
  ['0x7f.0.0.1', 'ip'],
  ['①②⑦.⓪.⓪.①', 'ip'],
  ['[::1]', 'ip'],
  ['2001:db8::1', 'ip'],
  ['999.999.999.999', 'ip'],
  ['go.example.com:8080', 'port'],
  ['*.example.com', 'wildcard'],
  ['pаypal.com', 'mixed_scripts'],
  ['gо.example.com', 'mixed_scripts'],
  ['localhost', 'syntax'],
  ['example', 'syntax'],
  ['-go.example.com', 'syntax'],
  ['go-.example.com', 'syntax'],
  ['go..example.com', 'syntax'],
  ['.example.com', 'syntax'],
  ['_poklik.example.com', 'syntax'],
  ['go%2eexample', 'url'],
  [`${'a'.repeat(64)}.example.com`, 'syntax'],
  [`${`${'a'.repeat(60)}.`.repeat(5)}com`, 'too_long'],
])('rejects %s: %s', (text, problem) => expect(parseHost(text)).toEqual({ problem }));

it('knows what is within a zone', () => {
  expect(isWithin('track.example', 'track.example')).toBe(true);
  expect(isWithin('a.in.track.example', 'track.example')).toBe(true);
  expect(isWithin('backtrack.example', 'track.example')).toBe(false);
});

it.each([
  ['Go.Example.com', 'go.example.com'],
  ['go.example.com:8080', 'go.example.com'],
  ['go.example.com.', 'go.example.com'],
  ['[::1]:3000', '[::1]'],
  ['[::1', ''],
  [':80', ''],
  ['', ''],
  [undefined, ''],
])('reads the host of a request to %s', (host, expected) =>
  expect(hostOf({ headers: host === undefined ? {} : { host } })).toBe(expected),
);
