declare global {
  /** The name under which libraries that write <style> elements look for the nonce of the page. */
  var __webpack_nonce__: string | undefined;
}

const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

/** Lets the few libraries that write <style> elements do so under the content security policy. */
export const styleNonce = content && !content.startsWith('__') ? content : '';

globalThis.__webpack_nonce__ = styleNonce;
