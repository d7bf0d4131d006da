export declare const LAUNCH_FLAGS: string[];
export declare function prepareBrowser(): Promise<string>;
