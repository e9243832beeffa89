import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Is this address a proxy that is believed? `hop` is 0 for the one that connected to us. */
export type IsTrusted = (address: string, hop: number) => boolean

const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const rangeOf = (network: string): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
  if (network.includes('/')) return ipaddr.parseCIDR(network)
  const address = ipaddr.process(network)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Is an address in one of these networks: names, addresses and CIDR, separated by commas? */
export const inNetworks = (networks: string): ((address: string) => boolean) => {
  const ranges = networks
    .split(',')
    .map((part) => part.trim())
    .flatMap((part) => namedNetworks[part] ?? [part])
    .map(rangeOf)
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range))
  }
}

/** The proxies of TRUST_PROXY: none, all, the first hops, or a list [design/access-73]. */
export const trustedProxies = (setting: boolean | number | string): IsTrusted => {
  if (typeof setting === 'boolean') return () => setting
  if (typeof setting === 'number') return (_, hop) => hop < setting
  return inNetworks(setting)
}

/**
 * The client's address of a request that the HTTP server does not handle: the first from the right that is no proxy.
 */
export const clientAddress = (request: IncomingMessage, isTrusted: IsTrusted): string => {
  const forwarded = request.headers['x-forwarded-for']
  const claimed = String(forwarded ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const chain = [request.socket.remoteAddress ?? '', ...claimed.toReversed()]
  const client = chain.findIndex((address, hop) => !isTrusted(address, hop))
  return chain.at(client) ?? ''
}
