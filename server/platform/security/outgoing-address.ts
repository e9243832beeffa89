import { lookup } from 'node:dns/promises'
import type { TcpSocketConnectOpts } from 'node:net'
import ipaddr from 'ipaddr.js'
import { inNetworks } from './trusted-proxies.ts'

/** One address of a host of an operator's provider; `named`: in a private network that the operator named. */
export interface OutgoingAddress {
  readonly address: string
  readonly family: 4 | 6
  readonly named: boolean
}

export class AddressRefused extends Error {}

const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast'

/**
 * The addresses to connect to, in their order, for a host that an admin entered; at least one. Throws `AddressRefused`
 * when any of them is private, unless the operator named its network: the office must not reach into the server's
 * network [design/mail-21]. Connect to one of them and not to the host, which may resolve to another address a moment
 * later.
 */
export const outgoingAddresses = async (
  host: string,
  networks: string | undefined,
): Promise<readonly OutgoingAddress[]> => {
  const isNamed = networks === undefined ? () => false : inNetworks(networks)
  const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: true })
  if (found.length === 0) throw new AddressRefused(`${host} has no address`)
  return found.map(({ address, family }) => {
    const named = isNamed(address)
    if (!named && !isPublic(address))
      throw new AddressRefused(`${host} is the private address ${address}. PROVIDER_NETWORKS can allow it.`)
    return { address, family: family === 6 ? 6 : 4, named }
  })
}

/** Options of a connection that tries these addresses one after the other, of whatever family, and no others. */
export const connectingTo = (
  found: readonly OutgoingAddress[],
): Pick<TcpSocketConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'> &
  Required<Pick<TcpSocketConnectOpts, 'lookup'>> => ({
  lookup: (_host, { all }, done) => {
    if (all) done(null, [...found])
    else done(null, found[0]!.address, found[0]!.family)
  },
  autoSelectFamily: true,
  // for one address; Node's 250 ms are too short for another continent
  autoSelectFamilyAttemptTimeout: 1000,
})

/** Node reports the failures of several addresses in an error without a message. */
export const connectError = (error: Error): Error =>
  error instanceof AggregateError
    ? Object.assign(new Error((error.errors as Error[]).map(({ message }) => message).join(', '), { cause: error }), {
        code: (error as NodeJS.ErrnoException).code,
      })
    : error
