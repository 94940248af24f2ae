import { lazy } from '../memory.ts';
import { clipped } from '../wording.ts';

/** The parts of an absolute URL that rules read. Core has no `URL`, and a URL with `{{variables}}` is not valid. */
interface UrlParts {
  readonly scheme: string;
  readonly host: string;
}

/**
 * The parts of a URL; `undefined` if it is not absolute. The host is in lower case, without user, port and the brackets
 * of an IPv6 address.
 */
export function partsOf(text: string): UrlParts | undefined {
  const match = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(?::\d*)?(?=[/?#]|$)/i.exec(text);
  return match
    ? {
        scheme: match[1]!.toLowerCase(),
        host: match[2]!
          .toLowerCase()
          .replace(/^\[|\]$/g, '')
          .replace(/\.$/, ''),
      }
    : undefined;
}

const domainSet = (domains: string): ReadonlySet<string> => new Set(domains.split(' '));
const tunnels = domainSet(
  'ngrok.io ngrok.app ngrok.dev ngrok-free.app ngrok-free.dev trycloudflare.com localtunnel.me loca.lt serveo.net ' +
    'localhost.run lhr.life lhr.rocks devtunnels.ms pagekite.me bore.pub tunnelmole.net zrok.io localxpose.io ' +
    'loclx.io pinggy.io pinggy.link tunnelto.dev telebit.io',
);
const catchers = domainSet(
  'webhook.site requestbin.com requestbin.net requestcatcher.com beeceptor.com hookbin.com webhook-test.com ' +
    'webhookinbox.com postb.in ptsv2.com ptsv3.com httpbin.org typedwebhook.tools smee.io mockbin.org putsreq.com',
);
/** The pattern of an unreachable host. A URL that does not match is not checked further. */
const suspiciousPattern = lazy(
  () =>
    new RegExp(
      [
        /localhost|:\/\/[^/?#]*\[|[/@][\d.]+(?:[:/?#]|$)|\.(?:local|internal|lan|home\.arpa|intranet)\b|:\/\/[^.]*(?:[:/?#]|$)/
          .source,
        ...[...tunnels, ...catchers].map(name => name.replace('.', '\\.')),
      ].join('|'),
      'i',
    ),
);
/**
 * A quick check whether the host of a URL may be unreachable. If false, the host is certainly not known as
 * unreachable.
 */
export const mayBeUnreachable = (address: string): boolean => suspiciousPattern().test(address);

const localhost = domainSet('localhost');
const privateNames = domainSet('local internal lan home.arpa intranet');

/** Whether a host is one of the domains, or a subdomain of one. */
function isUnder(host: string, domains: ReadonlySet<string>): boolean {
  if (domains.has(host)) return true;
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1))
    if (domains.has(host.slice(dot + 1))) return true;
  return false;
}

/** The reason why the platform may be unable to reach a host; undefined if no reason is known. */
export function unreachableReason(host: string): string | undefined {
  if (host === '' || /[{}\s]/.test(host)) return undefined;
  if (isUnder(host, localhost) || host === '::1' || host === '0.0.0.0' || host === '::' || host.startsWith('127.'))
    return 'localhost, which the platform cannot reach';
  if (
    /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/.test(host) ||
    /^f[cd][0-9a-f]{2}:/.test(host)
  )
    return 'a private address; only your own network can reach it';
  if (host.startsWith('169.254.') || /^fe[89ab][0-9a-f]:/.test(host))
    return 'a link-local address; only your own network can reach it';
  if (isUnder(host, privateNames)) return 'a name in a private network; the platform cannot resolve it';
  if (isUnder(host, tunnels))
    return `a development tunnel (${/ngrok/.exec(host)?.[0] ?? clipped(host)}); it works only while your machine runs`;
  if (isUnder(host, catchers)) return 'a request inspection service; others may read what is sent';
  if (!/[.:]/.test(host)) return 'a host name without a domain; only a private network can resolve it';
  return undefined;
}
