/** The part of jsdom that our tests use; it has no types of its own. */
declare module 'jsdom' {
  export class VirtualConsole {
    on(event: 'jsdomError', listener: (error: Error) => void): this;
  }
  interface PageWindow {
    document: {
      querySelector(selector: string): { value: string } | null;
      querySelectorAll(selector: string): Iterable<{ src: string }>;
    };
    navigator: { sendBeacon?: (url: string, body: URLSearchParams) => boolean };
    /** jsdom has none of its own. */
    fetch?: (url: string, request: { body: URLSearchParams }) => Promise<Response>;
    location: { origin: string };
    /** Set by the landing page script. */
    poklik?: Record<string, unknown>;
    addEventListener(event: 'load', listener: () => void): void;
    close(): void;
  }
  export class JSDOM {
    constructor(
      html: string,
      options: {
        url: string;
        runScripts: 'dangerously';
        resources: 'usable';
        virtualConsole: VirtualConsole;
        beforeParse: (window: PageWindow) => void;
      },
    );
    window: PageWindow;
  }
}
