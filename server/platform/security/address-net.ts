import ipaddr from 'ipaddr.js'

const partsOf = (address: ipaddr.IPv6): string =>
  address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')

/** The network that one subscriber usually has: an IPv4 address, or the /64 of an IPv6 address [design/accounts-14]. */
export const addressNet = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${partsOf(parsed as ipaddr.IPv6)}::/64`
}

/** The neighbourhood in which a person's address changes: the /24 of an IPv4 address, or the /64 of an IPv6 address. */
export const placeNet = (address: string): string =>
  ipaddr.isValid(address) && ipaddr.process(address).kind() === 'ipv4'
    ? addressNet(address).replace(/\.\d+$/, '.0/24')
    : addressNet(address)
