// Preloaded into a program with `node --require`. Makes every attempt to open a connection fail, and logs it in the
// file that CONNECTIONS names. Started programs are logged, too, because their connections cannot be intercepted here.
const { appendFileSync } = require('node:fs');
const { basename } = require('node:path');
const log = process.env.CONNECTIONS;

const record = line => appendFileSync(log, `${line}\n`);
const forbid = (holder, names, label) => {
  for (const name of names)
    holder[name] = () => {
      record(`${label}.${name}`);
      throw new Error(`${label}.${name} is forbidden here`);
    };
};
const functionsOf = holder =>
  Object.keys(holder).filter(name => typeof holder[name] === 'function' && /^[a-z]/.test(name));

const net = require('node:net');
forbid(net, ['connect', 'createConnection', 'createServer'], 'net');
forbid(net.Socket.prototype, ['connect'], 'net.Socket');
forbid(net.Server.prototype, ['listen'], 'net.Server');
forbid(require('node:tls'), ['connect', 'createServer'], 'tls');
forbid(require('node:dgram'), ['createSocket'], 'dgram');
const dns = require('node:dns');
forbid(dns, functionsOf(dns), 'dns');
forbid(dns.promises, functionsOf(dns.promises), 'dns.promises');
for (const name of ['http', 'https']) forbid(require(`node:${name}`), ['request', 'get', 'createServer'], name);
forbid(require('node:http2'), ['connect', 'createServer'], 'http2');
forbid(globalThis, ['fetch', 'WebSocket', 'EventSource'], 'globalThis');

const processes = require('node:child_process');
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
  const start = processes[name];
  processes[name] = (...args) => {
    record(`${name} ${basename(args[0])} ${args[1]?.find?.(arg => /^[a-z]+(-[a-z]+)*$/.test(arg))}`);
    return start(...args);
  };
}
