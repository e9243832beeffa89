import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientAddress, trustedProxies } from './trusted-proxies.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage
const client = (setting: boolean | number | string, remote: string, forwarded?: string) =>
  clientAddress(request(remote, forwarded), trustedProxies(setting))

describe('the address of a client behind proxies [design/access-73]', () => {
  it('is the first from the right that is no trusted proxy, whatever the client claims before it', () => {
    const table: [boolean | number | string, string, string | undefined, string][] = [
      [false, '203.0.113.9', '1.1.1.1', '203.0.113.9'],
      ['loopback', '127.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
      ['loopback', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
      ['loopback', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
      ['10.0.0.0/8', '10.1.2.3', '1.1.1.1, 203.0.113.9, 10.9.9.9', '203.0.113.9'],
      ['10.0.0.1, 2001:db8::/32', '2001:db8::7', '203.0.113.9, 10.0.0.1', '203.0.113.9'],
      ['uniquelocal', '192.168.1.1', '999.1.1.1, 203.0.113.9', '203.0.113.9'],
      [1, '127.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
      [2, '127.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
      [true, '127.0.0.1', '1.1.1.1, 203.0.113.9', '1.1.1.1'],
      ['loopback', '127.0.0.1', undefined, '127.0.0.1'],
    ]
    for (const [setting, remote, forwarded, expected] of table)
      expect(client(setting, remote, forwarded), `${setting} ${remote} ${forwarded}`).toBe(expected)
  })
})
