import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { vi } from 'vitest'

/** While `work` runs, this host has these addresses, in this order. */
export const withAddresses = async (
  host: string,
  addresses: readonly string[],
  work: () => Promise<unknown>,
): Promise<void> => {
  const real = dns.lookup
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const spy = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((name: string, options: object) =>
      name === host ? Promise.resolve(found) : real(name, options)) as unknown as typeof dns.lookup)
  // named imports follow the object
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    spy.mockRestore()
    syncBuiltinESMExports()
  }
}
