import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import * as geokdbush from 'geokdbush'
import KDBush from 'kdbush'
import pg from 'pg'
import { DriverIndex, type SeenDriver } from '../../server/dispatch/drivers/driver-index.ts'
import { seeded } from '../../atlas/testing/random.ts'
import { insist, takeTurns, type Side } from '../pairs.ts'
import { rateRow, type Row } from '../report/row.ts'
import type { Found } from '../report/found.ts'
import { withPostgres } from '../with-postgres.ts'
import { redisVersion, withRedis, type Redis } from '../with-redis.ts'

/** G1: the ten nearest drivers within 2 km, of a fleet in a city of about 40 × 40 km; 1 % move between 100 queries. */
const CITY = { lat: [-35.05, -34.69], lng: [-56.4, -55.95] } as const
const MOST = 10
const KM = 2
const FAR_KM = 10
const QUESTIONS = 100
const CHECKED = 10_000

const fleetOf = (size: number, random: () => number): SeenDriver[] =>
  Array.from({ length: size }, (_, i) => ({ id: `driver-${i}`, ...somewhere(random), at: 1 }))

const between = (random: () => number, [from, to]: readonly [number, number]): number => from + random() * (to - from)
const somewhere = (random: () => number): LatLng => ({ lat: between(random, CITY.lat), lng: between(random, CITY.lng) })

/** A scan that keeps the ten nearest so far and allocates nothing per driver. */
const bruteForce = (fleet: readonly SeenDriver[], point: LatLng, km: number): string[] => {
  const found: { id: string; km: number }[] = []
  for (const driver of fleet) {
    const away = kmBetween(driver, point)
    if (away > km || (found.length === MOST && away >= found[MOST - 1]!.km)) continue
    found.push({ id: driver.id, km: away })
    found.sort((a, b) => a.km - b.km)
    if (found.length > MOST) found.pop()
  }
  return found.map(({ id }) => id)
}

/** Checks that all indexes answer correctly, also over the date line and near the poles, before anything is timed. */
const checkAll = (random: () => number): void => {
  const places: (() => LatLng)[] = [
    () => somewhere(random),
    () => ({ lat: between(random, [-18.2, -17.8]), lng: ((between(random, [179.8, 180.2]) + 540) % 360) - 180 }),
    () => ({ lat: between(random, [89.6, 90]), lng: between(random, [-180, 180]) }),
  ]
  for (const place of places) {
    const fleet = Array.from({ length: 500 }, (_, i) => ({ id: String(i), ...place(), at: 1 }))
    const index = new DriverIndex()
    for (const driver of fleet) index.put(driver)
    for (let i = 0; i < CHECKED / places.length; i++) {
      const [point, km] = [place(), between(random, [0.5, 12])]
      const found = index.near(point, km, MOST).map(({ id }) => id)
      insist(found.join() === bruteForce(fleet, point, km).join(), `other drivers near ${point.lat}, ${point.lng}`)
      const moved = { ...fleet[i % fleet.length]!, ...place(), at: 2 + i }
      fleet[i % fleet.length] = moved
      index.put(moved)
    }
  }
}

/** A taxi moves about 60 m between two positions. */
const STEP = 5e-4
const around = (value: number, [from, to]: readonly [number, number]): number =>
  value < from ? value + to - from : value > to ? value - to + from : value

/**
 * Each driver goes straight on; one that leaves the city enters again on the other side, so that the fleet stays
 * spread.
 */
const driveOn = (index: DriverIndex, fleet: readonly SeenDriver[], random: () => number) => {
  const [lats, lngs] = [Float64Array.from(fleet, ({ lat }) => lat), Float64Array.from(fleet, ({ lng }) => lng)]
  const steps = Array.from({ length: 64 }, () => random() * 2 * Math.PI).map((heading) => ({
    lat: STEP * Math.cos(heading),
    lng: STEP * Math.sin(heading),
  }))
  let next = 0
  return (): void => {
    const i = next++ % fleet.length
    const step = steps[i % steps.length]!
    const lat = (lats[i] = around(lats[i]! + step.lat, CITY.lat))
    const lng = (lngs[i] = around(lngs[i]! + step.lng, CITY.lng))
    index.put({ id: fleet[i]!.id, lat, lng, at: next + 1 })
  }
}

/** Our index is queried and updated as in production; peers that cannot move their points are only queried. */
const sidesOf = (fleet: readonly SeenDriver[], random: () => number) => {
  const index = new DriverIndex()
  for (const driver of fleet) index.put(driver)
  const tree = new KDBush(fleet.length)
  for (const { lat, lng } of fleet) tree.add(lng, lat)
  tree.finish()
  const points = Array.from({ length: 1000 }, () => somewhere(random))
  let turn = 0
  const pointOf = (): LatLng => points[turn++ % points.length]!
  const move = driveOn(index, fleet, random)
  const within =
    (km: number): Side =>
    () => {
      for (let i = 0; i < fleet.length / 100; i++) move()
      for (let i = 0; i < QUESTIONS; i++) index.near(pointOf(), km, MOST)
      return QUESTIONS
    }
  const brute: Side = () => {
    bruteForce(fleet, pointOf(), KM)
    return 1
  }
  const geo: Side = () => {
    for (let i = 0; i < QUESTIONS; i++) {
      const { lat, lng } = pointOf()
      geokdbush.around(tree, lng, lat, MOST, KM)
    }
    return QUESTIONS
  }
  return { ours: within(KM), oursFar: within(FAR_KM), geo, brute, pointOf }
}

/** PostgreSQL's nearest neighbours: points with a GiST index, prepared, one query after the other. */
const inPostgres = async (client: pg.Client, fleet: readonly SeenDriver[]): Promise<void> => {
  await client.query('drop table if exists fleet')
  await client.query('create table fleet (id text primary key, place point not null)')
  await client.query(
    `insert into fleet select id, point(lng, lat)
      from unnest($1::text[], $2::float8[], $3::float8[]) as f (id, lng, lat)`,
    [fleet.map(({ id }) => id), fleet.map(({ lng }) => lng), fleet.map(({ lat }) => lat)],
  )
  await client.query('create index on fleet using gist (place)')
  await client.query('vacuum analyze fleet')
}

const nearestInPostgres =
  (client: pg.Client, pointOf: () => LatLng): Side =>
  async () => {
    const { lat, lng } = pointOf()
    await client.query({
      name: 'nearest',
      text: `select id from fleet order by place <-> point($1, $2) limit ${MOST}`,
      values: [lng, lat],
    })
    return 1
  }

const inRedis = async (client: Redis, fleet: readonly SeenDriver[]): Promise<void> => {
  for (let from = 0; from < fleet.length; from += 10_000) {
    const members = fleet.slice(from, from + 10_000)
    await client.geoAdd(
      'fleet',
      members.map(({ id, lat, lng }) => ({ member: id, latitude: lat, longitude: lng })),
    )
  }
}

const nearestInRedis =
  (client: Redis, pointOf: () => LatLng, km: number): Side =>
  async () => {
    const { lat, lng } = pointOf()
    const from = { latitude: lat, longitude: lng }
    await client.geoSearch('fleet', from, { radius: km, unit: 'km' }, { SORT: 'ASC', COUNT: MOST })
    return 1
  }

/** Run in separate rounds, so that the other sides have the processors without a second server. */
const againstRedis = async (fleet: readonly SeenDriver[], sides: ReturnType<typeof sidesOf>) => {
  const { ours, oursFar, pointOf } = sides
  return withRedis(async (client) => {
    await inRedis(client, fleet)
    const [redis, redisFar] = [nearestInRedis(client, pointOf, KM), nearestInRedis(client, pointOf, FAR_KM)]
    return takeTurns({ ours, redis, oursFar, redisFar })
  })
}

export const nearestBench = async (): Promise<Found> => {
  const random = seeded(41)
  checkAll(random)
  const rows: Row[] = []
  const redis = redisVersion()
  for (const [size, timesBrute] of [
    [10_000, 5],
    [100_000, 40],
  ] as const) {
    const fleet = fleetOf(size, random)
    const sides = sidesOf(fleet, random)
    const { ours, geo, brute, pointOf } = sides
    const rates = await withPostgres(async (client) => {
      await inPostgres(client, fleet)
      return takeTurns({ ours, geo, postgres: nearestInPostgres(client, pointOf), brute })
    })
    const about = (km: number) => ({
      goal: 'G1',
      what: `${size.toLocaleString('en')} drivers moving, ten nearest within ${km} km`,
    })
    const here = about(KM)
    rows.push(
      rateRow({ ...here, peer: 'geokdbush, still', target: { atLeast: 0.8 } }, '/s', rates.ours, rates.geo),
      rateRow({ ...here, peer: 'PostgreSQL point GiST', target: { atLeast: 4 } }, '/s', rates.ours, rates.postgres),
      rateRow({ ...here, peer: 'looking at all', target: { atLeast: timesBrute } }, '/s', rates.ours, rates.brute),
    )
    if (redis === undefined) continue
    const peer = `Redis ${redis} GEOSEARCH`
    const found = await againstRedis(fleet, sides)
    rows.push(
      rateRow({ ...here, peer, target: { atLeast: 3 } }, '/s', found.ours, found.redis),
      rateRow({ ...about(FAR_KM), peer, target: { atLeast: 20 } }, '/s', found.oursFar, found.redisFar),
    )
  }
  const skipped = ['PostGIS: not installed']
  return {
    rows,
    skipped: redis === undefined ? [...skipped, 'Redis GEOSEARCH: redis-server is not installed'] : skipped,
  }
}
