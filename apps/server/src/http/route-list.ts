import type { FastifyInstance } from 'fastify';

export interface Route {
  method: string;
  /** Router pattern: `:name` for a parameter, `*` for anything. */
  url: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All registered routes, in order. */
    routeList: readonly Route[];
  }
}

/** Must be called before routes are added. */
export function listRoutes(app: FastifyInstance): void {
  const routes: Route[] = [];
  app.decorate('routeList', routes);
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) routes.push({ method: name, url });
  });
}

/** Whether a path matches the route. */
export function matchesPath({ url }: Route, path: string): boolean {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replaceAll('*', '.*');
  return new RegExp(`^${source}$`).test(path);
}
