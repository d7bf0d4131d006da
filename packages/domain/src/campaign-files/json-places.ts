export interface JsonPlace {
  /** Both 1-based. */
  line: number;
  column: number;
}

/**
 * Where the values at these paths stand in a JSON text, which must be valid. A path that is not there has the place of
 * the nearest value above it.
 */
export function findJsonPlaces(text: string, paths: readonly string[]): Map<string, JsonPlace> {
  const wanted = new Set(paths.flatMap((path) => [path, ...parentsOf(path)]));
  const found = new Map<string, JsonPlace>();
  let [at, line, lineStart] = [0, 1, 0];
  const skipSpace = () => {
    for (; at < text.length && ' \t\r\n'.includes(text[at] as string); at += 1) {
      if (text[at] !== '\n') continue;
      line += 1;
      lineStart = at + 1;
    }
  };
  const readString = (): string => {
    const start = at;
    for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
    at += 1;
    return JSON.parse(text.slice(start, at));
  };
  const skipLiteral = () => {
    at += /^[^,\]}\s]*/.exec(text.slice(at, at + LITERAL_MAX))?.[0].length ?? 1;
  };
  /** Calls `readItem` before every item of an object or a list. */
  const readItems = (readItem: (place: number) => void) => {
    at += 1;
    skipSpace();
    for (let place = 0; text[at] !== '}' && text[at] !== ']'; place += 1) {
      readItem(place);
      skipSpace();
      if (text[at] === ',') at += 1;
      skipSpace();
    }
    at += 1;
  };
  const readValue = (path: string) => {
    skipSpace();
    if (wanted.has(path) && !found.has(path)) found.set(path, { line, column: at - lineStart + 1 });
    const inside = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`);
    if (text[at] === '[') return readItems((place) => readValue(inside(place)));
    if (text[at] === '"') return void readString();
    if (text[at] !== '{') return skipLiteral();
    readItems(() => {
      const key = readString();
      skipSpace();
      at += 1;
      readValue(inside(key));
    });
  };
  readValue('');
  return new Map(
    paths.flatMap((path) => {
      const place = [path, ...parentsOf(path)].map((each) => found.get(each)).find((each) => each !== undefined);
      return place ? [[path, place] as const] : [];
    }),
  );
}

/** Longer than any number or word of JSON that we accept. */
const LITERAL_MAX = 400;

/** Nearest first; the whole document is the last. */
function parentsOf(path: string): string[] {
  const parts = path.split('.');
  return parts.map((_, place) => parts.slice(0, parts.length - 1 - place).join('.'));
}

/** Deeper documents are no campaigns, and would fill the stack. */
const DEPTH_MAX = 40;
const TOKEN = /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\n]+|\\.)*")|(-?\d[\d.eE+-]*|true|false|null)|(.|$))/suy;

/** Where a JSON text breaks off or nests too deep; null if it can be read. */
export function findJsonError(text: string): JsonPlace | null {
  const place = (at: number): JsonPlace => {
    const before = text.slice(0, at).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  };
  const wrong = findWrongToken(text);
  if (wrong !== null) return place(wrong);
  try {
    JSON.parse(text);
    return null;
  } catch {
    return place(text.length);
  }
}

/** What may come next. */
type Wanted = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | 'end';

/** The offset of the first token that can't stand there. Numbers and escapes are left to the parser. */
function findWrongToken(text: string): number | null {
  const open: ('{' | '[')[] = [];
  let wanted: Wanted = 'value';
  TOKEN.lastIndex = 0;
  for (;;) {
    const [whole = '', sign, quoted, word, other] = TOKEN.exec(text) ?? [];
    const token = sign ?? quoted ?? word ?? other ?? '';
    const at = TOKEN.lastIndex - token.length;
    const inside = open.at(-1);
    const isValue = wanted === 'value' || wanted === 'value or ]';
    if (whole.trim() === '' && other !== undefined) return open.length === 0 && wanted === 'end' ? null : at;
    if (isValue && (quoted !== undefined || word !== undefined)) wanted = 'end';
    else if (isValue && (sign === '{' || sign === '[')) {
      open.push(sign);
      if (open.length > DEPTH_MAX) return at;
      wanted = sign === '{' ? 'key or }' : 'value or ]';
    } else if (quoted !== undefined && (wanted === 'key' || wanted === 'key or }')) wanted = ':';
    else if (sign === ':' && wanted === ':') wanted = 'value';
    else if (sign === ',' && wanted === 'end' && inside) wanted = inside === '{' ? 'key' : 'value';
    else if (closes(sign, inside, wanted)) {
      open.pop();
      wanted = 'end';
    } else return at;
  }
}

const closes = (sign: string | undefined, inside: '{' | '[' | undefined, wanted: Wanted): boolean =>
  (sign === '}' && inside === '{' && (wanted === 'end' || wanted === 'key or }')) ||
  (sign === ']' && inside === '[' && (wanted === 'end' || wanted === 'value or ]'));
