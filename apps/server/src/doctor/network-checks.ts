import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { checkPort } from '../http/http-server.ts';
import { resolveName } from '../outgoing/resolve-name.ts';
import { type Certificate, parseCertificate } from '../tls/certificate.ts';
import { type CheckResult, messageOf, note, ok, problem } from './check.ts';

const TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
const EXPIRY_WARNING_DAYS = 7;

const isLocal = (host: string): boolean => isIP(host.replace(/^\[|\]$/g, '')) !== 0 || host === 'localhost';

const listAppHosts = ({ publicUrl, trackingUrl, trackingZone }: Config): string[] => [
  ...new Set([publicUrl, trackingUrl].map((url) => new URL(url).hostname).concat(trackingZone?.appHosts ?? [])),
];

export async function checkPorts({ host, port, https, metrics }: Config): Promise<CheckResult[]> {
  const addresses = [
    { host, port },
    ...(https ? [{ host, port: https.port, setting: 'HTTPS_PORT' }] : []),
    ...(metrics.listen ? [{ ...metrics.listen, setting: 'METRICS_LISTEN' }] : []),
  ];
  const isRunning = await answersAsPoklik(host, port);
  return Promise.all(
    addresses.map(async (address) => {
      const reason = await checkPort(address).then(() => undefined, messageOf);
      if (!isRunning) return reason === undefined ? ok(`${address.port} is free`) : problem(reason);
      if (reason !== undefined) return ok(`${address.port} is in use while Poklik runs`);
      return note(`${address.port} is free although Poklik runs. Restart it to use the setting.`);
    }),
  );
}

const answersAsPoklik = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const target = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
    const asked = request({ host: target, port, path: '/v1/live', timeout: TIMEOUT_MS }, async (answer) => {
      let body = '';
      for await (const chunk of answer) body += chunk;
      resolve(answer.statusCode === 200 && body === '{"status":"ok"}');
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('error', () => resolve(false));
    asked.end();
  });

export async function checkDns(config: Config): Promise<CheckResult[]> {
  const { trackingZone, smtpUrl, outgoing } = config;
  const names = listAppHosts(config);
  // Any subdomain must lead here.
  if (trackingZone) names.push(`doctor.${trackingZone.zone}`, `doctor.in.${trackingZone.zone}`);
  if (smtpUrl) names.push(new URL(smtpUrl).hostname);
  const known = names.filter((name) => !isLocal(name));
  if (known.length === 0) return [note('PUBLIC_URL has no public name, so there is nothing to look up.')];
  return Promise.all(
    known.map(async (name) => {
      try {
        const addresses = await resolveName(name, outgoing.dnsServers, AbortSignal.timeout(TIMEOUT_MS));
        return ok(`${name} is ${addresses.join(', ')}`);
      } catch (error) {
        return problem(explainLookup(name, (error as NodeJS.ErrnoException).code, trackingZone?.zone));
      }
    }),
  );
}

function explainLookup(name: string, code: string | undefined, zone: string | undefined): string {
  const isWildcard = zone !== undefined && name.endsWith(`.${zone}`);
  const record = isWildcard ? `*${name.slice('doctor'.length)}` : name;
  if (code === 'ENOTFOUND' || code === 'ENODATA')
    return `${record} has no address. Add an A record that points to this server.`;
  return `${record} could not be looked up (${code ?? 'no answer'}). Check the name servers.`;
}

export async function checkCertificates(config: Config): Promise<CheckResult[]> {
  const { https, publicUrl, trackingZone } = config;
  if (https && https.certificateFolder === undefined) {
    const served = listAppHosts(config).map(async (host) => {
      const expiry = await findServedExpiry(host, https.port);
      return expiry instanceof Error ? problem(`${host}: ${expiry.message}`) : evaluateExpiry(host, expiry);
    });
    return Promise.all(served);
  }
  if (https?.certificateFolder !== undefined) {
    const certificates = await readCertificates(https.certificateFolder);
    const needed = [...listAppHosts(config), ...(trackingZone ? [`any.${trackingZone.zone}`] : [])];
    return needed.filter((host) => !isLocal(host)).map((host) => evaluateHost(host, certificates));
  }
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return [note('PUBLIC_URL is not https: passwords and sessions are sent unencrypted.')];
  const expiry = await findServedExpiry(hostname, Number(port || 443));
  return [expiry instanceof Error ? problem(`${hostname}: ${expiry.message}`) : evaluateExpiry(hostname, expiry)];
}

async function readCertificates(folder: string): Promise<Certificate[]> {
  const files = (await readdir(folder)).filter((file) => /\.(crt|pem)$/.test(file));
  const read = files.map(async (file) => {
    const chain = await readFile(join(folder, file), 'utf8');
    const key = await readFile(join(folder, file.replace(/\.(crt|pem)$/, '.key')), 'utf8').catch(() => chain);
    return parseCertificate(chain, key);
  });
  return (await Promise.allSettled(read)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

function evaluateHost(host: string, certificates: readonly Certificate[]): CheckResult {
  const wildcard = `*${host.slice(host.indexOf('.'))}`;
  const fitting = certificates.filter(({ names }) => names.includes(host) || names.includes(wildcard));
  if (fitting.length === 0) return problem(`no certificate in TLS_CERTS is for ${host}. Add one.`);
  return evaluateExpiry(host, Math.max(...fitting.map(({ notAfter }) => notAfter)));
}

function evaluateExpiry(host: string, notAfter: number): CheckResult {
  const days = Math.floor((notAfter - Date.now()) / DAY_MS);
  const date = new Date(notAfter).toISOString().slice(0, 10);
  if (days < 0) return problem(`${host}: expired on ${date}. Renew it.`);
  if (days < EXPIRY_WARNING_DAYS) return problem(`${host}: expires on ${date}. Renew it.`);
  return ok(`${host}: valid until ${date}`);
}

/** As visitors see it, at this machine or its proxy. */
const findServedExpiry = (host: string, port: number): Promise<number | Error> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, servername: host, timeout: TIMEOUT_MS }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', (error) => resolve(new Error(messageOf(error))));
  });

export async function checkSmtp({ smtpUrl }: Config): Promise<CheckResult[]> {
  if (!smtpUrl)
    return [
      note(
        'SMTP_URL is not set: without a mail server under Profile → Service, emails are stored at /outbox and not sent.',
      ),
    ];
  const transport = createTransport(smtpUrl);
  Object.assign(transport.options, {
    ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
  });
  const { host } = new URL(smtpUrl);
  try {
    await transport.verify();
    return [ok(`${host} accepts the login`)];
  } catch (error) {
    const { code, responseCode, message } = error as Error & { code?: string; responseCode?: number };
    if (code === 'EAUTH') return [problem(`${host} rejects the login (${responseCode}). Check SMTP_URL.`)];
    return [problem(`${host} does not accept emails: ${message}. Check SMTP_URL.`)];
  } finally {
    transport.close();
  }
}
