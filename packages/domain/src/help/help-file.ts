import type { HelpFileKind } from '@poklik/contract/help';

const EXTENSIONS: Record<string, HelpFileKind> = {
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  pdf: 'pdf',
  csv: 'csv',
  txt: 'txt',
};

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PNG_END = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
const JPEG = [0xff, 0xd8, 0xff];
const JPEG_END = [0xff, 0xd9];
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];
const PDF_END = [0x25, 0x25, 0x45, 0x4f, 0x46];
/** Programs append line ends and updates after it. */
const PDF_TAIL = 1024;

/** Control characters that text has: tab, line feed, form feed, carriage return. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d]);

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, place) => bytes[place] === byte);

const endsWith = (bytes: Uint8Array, end: readonly number[]): boolean =>
  bytes.length >= end.length && startsWith(bytes.subarray(bytes.length - end.length), end);

function includes(bytes: Uint8Array, part: readonly number[]): boolean {
  for (let at = 0; at + part.length <= bytes.length; at += 1) if (startsWith(bytes.subarray(at), part)) return true;
  return false;
}

/** Text of any encoding with 8 bits; spreadsheets don't always save UTF-8. */
const isText = (bytes: Uint8Array): boolean =>
  bytes.length > 0 && bytes.every((byte) => (byte >= 0x20 && byte !== 0x7f) || TEXT_CONTROLS.has(byte));

const IS_KIND: Record<HelpFileKind, (bytes: Uint8Array) => boolean> = {
  png: (bytes) => startsWith(bytes, PNG) && endsWith(bytes, PNG_END),
  jpeg: (bytes) => startsWith(bytes, JPEG) && endsWith(bytes, JPEG_END),
  pdf: (bytes) => startsWith(bytes, PDF) && includes(bytes.subarray(-PDF_TAIL), PDF_END),
  csv: isText,
  txt: isText,
};

/** What a file is by its name and its content; null if they differ or the kind isn't accepted. */
export function helpFileKind(name: string, bytes: Uint8Array): HelpFileKind | null {
  const kind = EXTENSIONS[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
  return kind !== undefined && IS_KIND[kind](bytes) ? kind : null;
}

/** Without folders, and without characters that change the direction of text and so hide the extension. */
export const helpFileName = (name: string): string =>
  name.replace(/[\\/]/g, '_').replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
