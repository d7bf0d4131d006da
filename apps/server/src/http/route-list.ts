import type { FastifyInstance } from 'fastify';

export interface Route {
  method: string;
  /** As the router knows it: `:name` for a parameter, `*` for anything. */
  url: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Everything that the router answers, in the order in which it came. */
    routeList: readonly Route[];
  }
}

/** Call it first: it hears only of what is added later. */
export function listRoutes(app: FastifyInstance): void {
  const routes: Route[] = [];
  app.decorate('routeList', routes);
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) routes.push({ method: name, url });
  });
}

/** Whether a path is one that the route is for. */
export function isPathOf({ url }: Route, path: string): boolean {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replaceAll('*', '.*');
  return new RegExp(`^${source}$`).test(path);
}
