/** As much of jsdom as tests of pages use; it comes without types. */
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
    /** Of the landing script. */
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
