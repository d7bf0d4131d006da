export declare function findProgram(name: string): string | undefined;
export declare function findOrUnpack(path: string, debian: string): string | undefined;
export declare function hasDebianPackages(): boolean;
export declare function installDebianPackages(...names: string[]): void;
