import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { qrPath } from './qr-code.tsx';

const SCALE = 4;

/** Renders the path as dark and light pixels for the decoder. */
function picture({ path, size }: { path: string; size: number }) {
  const width = size * SCALE;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x = '', y = '', length = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(length)) * SCALE; column += 1) {
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
  }
  return { width, height: width, data };
}

describe('QR code', () => {
  it.each([
    'https://track.example/c/abc123',
    'https://track.example/c/abc123?campaign_id={{campaign.id}}&adset={{adset.name}}&click=__CLICKID__',
    `https://track.example/c/abc123?${'long=value&'.repeat(60)}`,
  ])('decodes to the same link: %s', (link) => {
    expect(decodeQR(picture(qrPath(link)))).toBe(link);
  });
});
