// Imported before anything else: Ctrl-C reaches children while they are still loading, and only the program may end them.
if (process.send) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
