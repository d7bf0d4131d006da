// Must be imported first: Ctrl-C reaches child processes while they load, and only the parent may stop them.
if (process.send) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
