import { LRUCache } from 'lru-cache';

/** Total length of the cached pages. */
const CACHED_CHARS = 8_000_000;

/** Returns the page of this key, rendered once however many visitors ask for it. */
export type CachePage = (key: string, render: () => Promise<string>) => Promise<string>;

/** Rendering takes up to half a second of CPU, on the thread that answers clicks. */
export function createPageCache(): CachePage {
  const pages = new LRUCache<string, string>({ maxSize: CACHED_CHARS, sizeCalculation: (page) => page.length });
  const rendering = new Map<string, Promise<string>>();

  async function renderOnce(key: string, render: () => Promise<string>): Promise<string> {
    try {
      const page = await render();
      pages.set(key, page);
      return page;
    } finally {
      rendering.delete(key);
    }
  }

  return (key, render) => {
    const cached = pages.get(key);
    if (cached !== undefined) return Promise.resolve(cached);
    const current = rendering.get(key) ?? renderOnce(key, render);
    rendering.set(key, current);
    return current;
  };
}
