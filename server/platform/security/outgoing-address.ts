import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { inNetworks } from './trusted-proxies.ts'

/** Where a host of an operator's provider is; `named`: in a private network that the operator named. */
export interface OutgoingAddress {
  readonly address: string
  readonly family: 4 | 6
  readonly named: boolean
}

export class AddressRefused extends Error {}

const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast'

/**
 * The address to connect to for a host that an admin entered. Throws `AddressRefused` for a private one, unless the
 * operator named its network: the office must not reach into the server's network [design/mail-21]. Connect to the
 * answer and not to the host, which may resolve to another address a moment later.
 */
export const outgoingAddress = async (host: string, networks: string | undefined): Promise<OutgoingAddress> => {
  const isNamed = networks === undefined ? () => false : inNetworks(networks)
  const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: true })
  const refused = found.find(({ address }) => !isNamed(address) && !isPublic(address))
  const [first] = found
  if (first === undefined) throw new AddressRefused(`${host} has no address`)
  if (refused !== undefined)
    throw new AddressRefused(`${host} is the private address ${refused.address}. PROVIDER_NETWORKS can allow it.`)
  return { address: first.address, family: first.family === 6 ? 6 : 4, named: isNamed(first.address) }
}
