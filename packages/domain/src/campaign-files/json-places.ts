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
    if (text[at] !== '{') return void (at += /^[^,\]}\s]*/.exec(text.slice(at, at + LITERAL_MAX))?.[0].length ?? 1);
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

/** Where reading a JSON text fails; null if it is valid. */
export function findJsonError(text: string): JsonPlace | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const at = Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length);
    const before = text.slice(0, at).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }
}
