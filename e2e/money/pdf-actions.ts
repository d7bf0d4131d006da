import { inflateSync } from 'node:zlib';

/** PDF names that run actions, follow links or embed files. */
const ACTIONS = [
  'JavaScript',
  'JS',
  'OpenAction',
  'AA',
  'A',
  'Launch',
  'URI',
  'GoToR',
  'GoToE',
  'SubmitForm',
  'ImportData',
  'EmbeddedFile',
  'EmbeddedFiles',
  'Filespec',
  'RichMedia',
  'Rendition',
  'AcroForm',
  'XFA',
  'Annots',
];

/** Every action named in PDF objects; texts, images and fonts are skipped because they cannot run anything. */
export function actionsIn(file: Buffer): string[] {
  const raw = file.toString('latin1');
  if (!raw.startsWith('%PDF-')) throw new Error('This is no PDF');
  const packed = [...raw.matchAll(/\/ObjStm\b[\s\S]*?stream\r?\n([\s\S]*?)\r?\nendstream/g)];
  const parts = [
    raw.replace(/\bstream\r?\n[\s\S]*?\r?\nendstream/g, ''),
    ...packed.map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')),
  ];
  const names = parts.flatMap((part) => withoutStrings(part).match(/\/[^\s/()<>[\]{}%]+/g) ?? []);
  return names.map(nameOf).filter((name) => ACTIONS.includes(name));
}

/** A character of a name may be written as a hex code: `/J#53`. */
const nameOf = (written: string): string =>
  written.slice(1).replace(/#([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Strings are in parentheses, which may contain nested or escaped ones. */
function withoutStrings(part: string): string {
  let [rest, depth] = ['', 0];
  for (let at = 0; at < part.length; at += 1) {
    const sign = part[at];
    if (depth > 0 && sign === '\\') at += 1;
    else if (sign === '(') depth += 1;
    else if (sign === ')' && depth > 0) depth -= 1;
    else if (depth === 0) rest += sign;
  }
  return rest;
}
