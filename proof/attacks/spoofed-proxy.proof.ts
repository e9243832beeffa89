import { databaseFor } from '@remis/server/testing/test-database'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDoors, type Doors } from '../sessions/doors.ts'

/** A guesser invents X-Forwarded-For to get a new budget of wrong passwords with each try [design/access-73]. */

const database = await databaseFor(import.meta.url)
const guards = { signInPerAddress: { max: 5, windowSeconds: 900 } }
const proxy = '10.0.0.1'
let spoofed = 0
const guess = (doors: Doors, address: string, forwarded: (claimed: string) => string) =>
  doors.signIn(
    { email: `person.${++spoofed}@example.org`, password: 'wrong-1' },
    { address, headers: { 'x-forwarded-for': forwarded(`198.51.100.${spoofed % 250}`) } },
  )
const keys = async (doors: Doors, address: string, forwarded: (claimed: string) => string) => {
  const answers = []
  for (let n = 0; n < 8; n++) answers.push((await guess(doors, address, forwarded)).key)
  return answers.slice(5)
}
const refused = ['too_many_requests', 'too_many_requests', 'too_many_requests']

describe.each([
  ['none', 'false', '203.0.113.1'],
  ['a list', '10.0.0.0/8', '203.0.113.2'],
  ['loopback', 'loopback', '203.0.113.3'],
])('with trusted proxies: %s', (_, TRUST_PROXY, stranger) => {
  let doors: Doors
  beforeAll(async () => {
    doors = await openDoors(database, { env: { TRUST_PROXY, PUBLIC_URL: 'https://taxi.example' }, limits: { guards } })
  })

  it('a stranger who connects directly is counted by the real address', async () => {
    expect(await keys(doors, stranger, (claimed) => claimed)).toEqual(refused)
  })
})

describe.each([
  ['a list', '10.0.0.0/8', '203.0.113.4'],
  ['a number of hops', '1', '203.0.113.5'],
])('behind a proxy that is trusted by %s', (_, TRUST_PROXY, stranger) => {
  it('what the stranger writes before the proxy’s own entry is ignored', async () => {
    const doors = await openDoors(database, {
      env: { TRUST_PROXY, PUBLIC_URL: 'https://taxi.example' },
      limits: { guards },
    })
    expect(await keys(doors, proxy, (claimed) => `${claimed}, ${stranger}`)).toEqual(refused)
    expect((await guess(doors, proxy, () => '203.0.113.200')).key).toBe('login_error')
  })
})

it('metrics in production need the token, from this machine too', async () => {
  const env = { REMIS_MODE: 'production', METRICS_TOKEN: 'metrics-token-of-ours' }
  const { server } = await openDoors(database, { env })
  const status = async (headers: Record<string, string>) =>
    (await server.fastify.inject({ url: '/metrics', headers, remoteAddress: '127.0.0.1' })).statusCode
  expect(await status({})).toBe(404)
  expect(await status({ authorization: 'Bearer metrics-token-of-other' })).toBe(404)
  expect(await status({ authorization: 'Bearer metrics-token-of-ours' })).toBe(200)
})
