import { inflateSync } from 'node:zlib';

interface Part {
  head: string;
  stream: Buffer;
}

/** The visible text of a PDF whose fonts map each glyph to a character. */
export function pdfText(file: Buffer): string {
  const parts = partsOf(file);
  const fonts = fontsOf(parts);
  return [...parts.values()]
    .filter(({ head, stream }) => !head.includes('/Type') && / Tf\n/.test(stream.toString('latin1')))
    .map(({ stream }) => pageText(stream.toString('latin1'), fonts))
    .join('\n');
}

function partsOf(file: Buffer): Map<string, Part> {
  const raw = file.toString('latin1');
  const parts = new Map<string, Part>();
  for (const { 0: all, 1: id = '', 2: head = '', index } of raw.matchAll(
    /(\d+) 0 obj\n([\s\S]*?)\n(?:endobj|stream\n)/g,
  )) {
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const bytes = file.subarray(index + all.length, index + all.length + length);
    const isStream = all.endsWith('stream\n');
    const isPacked = head.includes('/FlateDecode');
    parts.set(id, { head, stream: isStream ? (isPacked ? inflateSync(bytes) : bytes) : Buffer.alloc(0) });
  }
  return parts;
}

/** Glyph-to-character maps by font name. */
function fontsOf(parts: Map<string, Part>): Map<string, Map<string, string>> {
  const heads = [...parts.values()].map(({ head }) => head).join('\n');
  const fonts = new Map<string, Map<string, string>>();
  for (const [, name = '', id = ''] of heads.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const characters = /\/ToUnicode (\d+) 0 R/.exec(parts.get(id)?.head ?? '')?.[1] ?? '';
    fonts.set(name, charactersOf(parts.get(characters)?.stream.toString('latin1') ?? ''));
  }
  return fonts;
}

function charactersOf(map: string): Map<string, string> {
  const characters = new Map<string, string>();
  for (const [, from = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    for (const [place, [, code = '']] of [...list.matchAll(/<([0-9a-f ]+)>/gi)].entries()) {
      const glyph = (Number.parseInt(from, 16) + place).toString(16).padStart(4, '0');
      characters.set(glyph, Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    }
  }
  return characters;
}

function pageText(content: string, fonts: Map<string, Map<string, string>>): string {
  let font = new Map<string, string>();
  let text = '';
  for (const [, name, shown = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name) ?? new Map();
    else {
      const glyphs = [...shown.matchAll(/<([0-9a-f]+)>/gi)].map(([, each]) => each ?? '').join('');
      text += `${(glyphs.match(/.{4}/g) ?? []).map((glyph) => font.get(glyph.toLowerCase()) ?? '?').join('')}\n`;
    }
  }
  return text;
}
