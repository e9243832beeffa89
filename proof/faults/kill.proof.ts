import { seeded } from '@remis/domain/testing/seeded'
import { room } from '@remis/domain/live/live-events'
import { endpoints } from '@remis/server/endpoints'
import type { LimitOverrides } from '@remis/server/platform/runtime/limits/override-limits'
import { emulatorSecret, startGatewayEmulator } from '@remis/server/testing/gateway-emulator'
import { openBraintreeEmulator } from '@remis/server/testing/gateways/braintree-emulator'
import { databaseFor } from '@remis/server/testing/test-database'
import { findBroken } from '@remis/server/verify/verify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseUrl } from '../database-url.ts'
import { long } from '../scale.ts'
import { seed, shuffled } from '../seed.ts'
import { makeServerProcess, type ServerProcess } from '../server-process.ts'
import { callStories, officeStories } from './call-stories.ts'
import { moneyStories } from './money-stories.ts'
import { cardStories } from './card-stories.ts'
import { openCrashCity, type CrashCity } from './crash-city.ts'
import { apart, expectNothingLost, killRound, type Death } from './kill-round.ts'
import { catalogueStories } from './catalogue-stories.ts'
import { languageStories } from './language-stories.ts'
import { watch, type Watcher } from './live-watcher.ts'
import { accountDataStories } from './account-data-stories.ts'
import { ownStories } from './own-stories.ts'
import { chatStories, notificationStories, pushStories } from './push-stories.ts'
import { payoutStories } from './payout-stories.ts'
import { documentStories } from './document-stories.ts'
import { leaverStory, peopleStories, reservationStory } from './people-stories.ts'
import { deviceStories } from './devices/device-stories.ts'
import { positionStories } from './devices/position-stories.ts'
import { linkStories } from './links/link-stories.ts'
import { expiryStories } from './pictures/expiry-stories.ts'
import { pictureStories } from './pictures/picture-stories.ts'
import { escalationStory, safetyStories } from './safety/safety-stories.ts'
import type { Story } from './story.ts'
import { writtenFailpoints } from './written-failpoints.ts'

const database = await databaseFor(import.meta.url)
let server: ServerProcess
const gateway = await startGatewayEmulator()
database.atEnd(gateway.stop)
await gateway.scenario('*', 'no-webhook')
const braintree = await openBraintreeEmulator()
database.atEnd(() => void braintree.stop())
/** of the calls that move a booking or money, one each */
const movingStories: readonly Story[] = [
  ...callStories,
  ...moneyStories,
  ...peopleStories,
  ...languageStories,
  ...catalogueStories,
  ...payoutStories,
  ...documentStories,
  ...notificationStories,
  ...safetyStories,
]
const stories: readonly Story[] = [
  ...ownStories,
  ...cardStories(gateway, braintree),
  ...officeStories,
  leaverStory,
  reservationStory,
  ...accountDataStories,
  ...movingStories,
  ...pushStories,
  ...chatStories,
  escalationStory,
  ...deviceStories,
  ...positionStories,
  ...linkStories,
  ...pictureStories,
  ...expiryStories(() => server.dataDir),
]
let city: CrashCity
let watcher: Watcher

beforeAll(async () => {
  server = await makeServerProcess({
    DATABASE_URL: databaseUrl(database.connection),
    TEST_GATEWAY_URL: gateway.url,
    TEST_GATEWAY_SECRET: emulatorSecret,
    BRAINTREE_PUBLIC_KEY: braintree.config.publicKey,
    BRAINTREE_PRIVATE_KEY: braintree.config.privateKey,
    BRAINTREE_MERCHANT_ACCOUNTS: JSON.stringify(braintree.config.merchantAccounts),
    PAYMENTS_URL: new URL(braintree.url).origin,
    REMIS_LIMITS: JSON.stringify({ safety: { answersFirstMs: 0 } } satisfies LimitOverrides),
    // Set by messages while it runs.
    REMIS_FAILPOINTS: 'none',
  })
  await server.start()
  city = openCrashCity(database.db, server.base)
  watcher = await watch(city.db, city.base, await city.person('admin'), [room.admins])
})
afterAll(async () => {
  watcher.close()
  await server.remove()
})

/** Each held story occupies a connection of the request pool, which has 16; a call that is repeated may need two. */
const atOnce = 12

/** In the gate one point of each story, drawn by the seed; in the long form all. */
const makeRounds = (): Death[][] => {
  const random = seeded(seed)
  const rounds: Death[][] = []
  const fits = (death: Death) => (round: Death[]) =>
    round.length < atOnce && round.every((other) => apart(death, other))
  for (const story of stories) {
    const deaths = shuffled(story.points, random).map((at): Death => ({ story, at }))
    // A point that can be combined with others saves two starts.
    const chosen = long ? deaths : deaths.filter((death) => rounds.some(fits(death))).slice(0, 1)
    for (const death of chosen.length > 0 ? chosen : deaths.slice(0, 1)) {
      const round = rounds.find(fits(death))
      if (round === undefined) rounds.push([death])
      else round.push(death)
    }
  }
  return rounds
}

describe(`kill -9 (REMIS_SEED=${seed} repeats this run)`, () => {
  it('every call that moves a booking or money has a story', () => {
    const movers = endpoints.filter(({ endpoint }) => endpoint.idempotent).map(({ endpoint }) => endpoint)
    const names = movers.map(({ method, path }) => `${method} ${path}`)
    expect(movingStories.map(({ name }) => name).sort()).toEqual(names.sort())
  })

  it('every failpoint is reached by a story', () => {
    const known = new Set(stories.flatMap(({ points }) => points))
    expect(writtenFailpoints().filter((name) => !known.has(name))).toEqual([])
  })

  it.each(makeRounds().map((round) => ({ round, at: round.map(({ at }) => at).join(' + ') })))(
    'at $at',
    async ({ round }) => {
      await killRound(server, city, round)
    },
  )

  it('watchers saw every change once and in order, and never had to reload', async () => {
    await watcher.expectAll()
    expect(watcher.reloads()).toBe(1)
    expect(watcher.seen.length).toBeGreaterThan(50)
  })

  it('every invariant holds', async () => {
    expect(await findBroken(city.db.request)).toEqual([])
  })

  it('nothing that was acknowledged is lost', async () => {
    expect(city.acknowledged.length).toBeGreaterThan(40)
    await expectNothingLost(city)
  })
})
