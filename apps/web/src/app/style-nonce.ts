declare global {
  /** Global under which libraries look for the page's CSP nonce. */
  var __webpack_nonce__: string | undefined;
}

const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

/** Lets libraries that write <style> elements do so under the content security policy. */
export const styleNonce = content && !content.startsWith('__') ? content : '';

globalThis.__webpack_nonce__ = styleNonce;
