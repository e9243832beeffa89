import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseFor } from '@remis/server/testing/test-database'
import { endpoints } from '@remis/server/endpoints'
import { databaseUrl } from '../database-url.ts'
import { long } from '../scale.ts'
import { pick, randomFrom, seed } from '../seed.ts'
import { makeServerProcess, type ServerProcess } from '../server-process.ts'
import { openCrashCity, type CrashCity } from './crash-city.ts'
import { expectNothingLost, killRound, type Death } from './kill-round.ts'
import { nameOf, pointsOf, stories } from './stories.ts'

const database = await databaseFor(import.meta.url)
let server: ServerProcess
let city: CrashCity

beforeAll(async () => {
  server = await makeServerProcess({ DATABASE_URL: databaseUrl(database.connection) })
  await server.start()
  city = openCrashCity(database.db, server.base)
})
afterAll(() => server.remove())

/** Each holds a connection of the request pool, and some must be left for the others. */
const atOnce = 11

/** Neither would be stopped on its way by the point of the other. */
const apart = (one: Death, other: Death): boolean =>
  one.story !== other.story && !pointsOf(one.story).includes(other.at) && !pointsOf(other.story).includes(one.at)

/** In the gate one point of each story, drawn by the seed; in the long form all. */
const roundsOf = (byHand: boolean): Death[][] => {
  const random = randomFrom(seed)
  const rounds: Death[][] = []
  for (const story of stories.filter((one) => (one.byHand ?? false) === byHand)) {
    const all = pointsOf(story)
    for (const at of long ? all : [pick(all, random)]) {
      const death = { story, at }
      const free = rounds.find((round) => round.length < atOnce && round.every((other) => apart(death, other)))
      if (free === undefined) rounds.push([death])
      else free.push(death)
    }
  }
  return rounds
}

describe(`kill -9 in the midst of calls (REMIS_SEED=${seed})`, () => {
  it('every call that moves a booking or money has a story', () => {
    const movers = endpoints.filter(({ endpoint }) => endpoint.idempotent).map(({ endpoint }) => nameOf(endpoint))
    expect(stories.map(({ endpoint }) => nameOf(endpoint)).sort()).toEqual(movers.sort())
  })

  it.each(roundsOf(false).map((round) => ({ round, at: round.map(({ at }) => at).join(', ') })))(
    'at $at',
    async ({ round }) => {
      await killRound(server, city, round)
    },
  )

  it('nothing that was acknowledged is lost', async () => {
    expect(city.acknowledged.length).toBeGreaterThan(20)
    await expectNothingLost(city)
  })
})
