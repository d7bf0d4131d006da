import { expect, it } from 'vitest';
import { linkBase } from './link-base.ts';

it.each([
  ['https://track.example', false, false, 'http://go.shop.com'],
  ['https://track.example', false, true, 'https://go.shop.com'],
  ['https://track.example', true, false, 'https://go.shop.com'],
  ['http://track.example', true, false, 'http://go.shop.com'],
  ['http://localhost:3000', false, true, 'http://go.shop.com:3000'],
  ['http://[::1]:3000', true, false, 'http://go.shop.com:3000'],
  ['https://track.example:8443/x', false, false, 'https://go.shop.com:8443'],
])('on %s, given %s, HTTPS %s: %s', (trackingUrl, isGiven, hasHttps, expected) =>
  expect(linkBase({ host: 'go.shop.com', isGiven, hasHttps }, trackingUrl)).toBe(expected),
);
