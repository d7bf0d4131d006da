import { HELP_STATUSES } from '@poklik/contract/help';
import { describe, expect, it } from 'vitest';
import { helpFileKind, helpFileName } from './help-file.ts';
import { statusAfterMessage, waitingSince } from './help-status.ts';

const latin = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
const PNG = latin('\x89PNG\r\n\x1a\n--IEND\xaeB`\x82');
const JPEG = latin('\xff\xd8\xff\xe0 pixels \xff\xd9');
const PDF = latin('%PDF-1.7\nobjects\n%%EOF\n');

describe('a file is accepted by name and content', () => {
  it.each([
    ['screen.png', PNG, 'png'],
    ['Screen.PNG', PNG, 'png'],
    ['photo.jpg', JPEG, 'jpeg'],
    ['photo.jpeg', JPEG, 'jpeg'],
    ['invoice.pdf', PDF, 'pdf'],
    ['clicks.csv', latin('id;cost\r\n1;0,5'), 'csv'],
    ['cp1251.csv', latin('\xea\xeb\xb3\xea;1\n'), 'csv'],
    ['notes.txt', latin('\xef\xbb\xbfHello\tworld\n'), 'txt'],
    ['a PDF named as text.txt', latin('%PDF-1.7\x00'), null],
    ['a script named as an image.png', latin('<script>alert(1)</script>'), null],
    ['an image with something behind it.png', latin('\x89PNG\r\n\x1a\n--IEND\xaeB`\x82<script>'), null],
    ['cut.jpg', JPEG.subarray(0, 6), null],
    ['cut.pdf', PDF.subarray(0, 12), null],
    ['something before.pdf', latin('<html>%PDF-1.7\n%%EOF'), null],
    ['zeros.csv', new Uint8Array(20), null],
    ['empty.txt', new Uint8Array(0), null],
    ['page.html', latin('<html>'), null],
    ['image.svg', latin('<svg/>'), null],
    ['png', PNG, null],
    ['screen.png.exe', PNG, null],
  ])('%s', (name, bytes, kind) => expect(helpFileKind(name, bytes)).toBe(kind));

  it('a long tail of a PDF is not searched for its end', () => {
    expect(helpFileKind('a.pdf', latin(`%PDF-1.7\n%%EOF${' '.repeat(2000)}`))).toBeNull();
  });

  it('names lose folders and marks that turn text around', () => {
    expect(helpFileName('../../etc\\pass‮gnp.txt')).toBe('.._.._etc_passgnp.txt');
    expect(helpFileName('скріншот 1.png')).toBe('скріншот 1.png');
  });
});

describe('the status', () => {
  const [early, now] = [new Date(1000), new Date(2000)];
  it('follows who wrote last', () => {
    expect([statusAfterMessage('customer'), statusAfterMessage('operator')]).toEqual(['open', 'waiting']);
  });

  it.each([
    ['a second message keeps the time of the first', 'open', early, 'open', early],
    ['a message after an answer counts from now', 'waiting', null, 'open', now],
    ['a closed request that opens counts from now', 'closed', null, 'open', now],
    ['an answered one waits for nobody', 'open', early, 'waiting', null],
    ['nor does a closed one', 'open', early, 'closed', null],
  ] as const)('%s', (_, status, since, after, expected) => {
    expect(HELP_STATUSES).toContain(after);
    expect(waitingSince({ status, since }, after, now)).toEqual(expected);
  });
});
