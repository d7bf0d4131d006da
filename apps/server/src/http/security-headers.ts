import type { FastifyInstance } from 'fastify';

/** Scripts come from our own files only, and text never becomes markup or code. */
export const pagePolicy = (nonce: string, reportTo: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${reportTo ? ` ${reportTo}` : ''}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** Responses other than pages can run nothing, even if opened in a browser. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

/** Default headers; pages and files replace policy and caching. */
export const commonHeaders = (publicUrl: string, hstsSeconds: number): Record<string, string> => ({
  'content-security-policy': DATA_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  // Without TLS the header is ignored at best and locks users out at worst.
  ...(publicUrl.startsWith('https:') && hstsSeconds > 0
    ? { 'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains` }
    : {}),
});

export function securityHeaders(app: FastifyInstance, headers: () => Record<string, string>): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers());
  });
}
