import pg from 'pg'
import { endpoints } from '../../server/endpoints.ts'
import { filterValues, searchWords } from '../../server/testing/large-city/city-values.ts'
import { callsOf, officeLists, type OfficeList, type Query } from '../../server/testing/large-city/office-lists.ts'
import { watchStatements, type Statement } from '../../server/testing/large-city/watch-statements.ts'
import { openOurServer } from '../city/our-server.ts'
import type { openCaller } from '../city/caller.ts'
import { quantile } from '../pairs.ts'
import { fleetToken, token, type ScaleCity } from './open-city.ts'

export const lists = officeLists(endpoints, filterValues)
const words = [...searchWords.frequent, ...searchWords.rare, ...searchWords.absent]

type Caller = ReturnType<typeof openCaller>

/** Measured calls of each kind, after one call that loads what it reads into memory, as in a busy office. */
const ROUNDS = 5

export interface Times {
  readonly name: string
  readonly calls: number
  readonly p50: number
  readonly p95: number
  readonly most: number
  /** the slowest call */
  readonly slowest: string
}

export const timesOf = (
  name: string,
  found: readonly { readonly call: string; readonly ms: readonly number[] }[],
): Times => {
  const all = found.flatMap(({ ms }) => ms)
  const [slowest] = found.toSorted((a, b) => quantile(b.ms, 0.5) - quantile(a.ms, 0.5))
  return {
    name,
    calls: found.length,
    p50: quantile(all, 0.5),
    p95: quantile(all, 0.95),
    most: Math.max(...all),
    slowest: slowest === undefined ? '' : `${slowest.call} (${quantile(slowest.ms, 0.5).toFixed(0)} ms)`,
  }
}

const addressOf = (path: string, query: Query): string => `${path}?${new URLSearchParams(query).toString()}`

export const timed = async (caller: Caller, path: string, secret: string, rounds = ROUNDS): Promise<number[]> => {
  const headers = { authorization: `Bearer ${secret}` }
  const ms: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const since = performance.now()
    const answer = await caller.call('GET', path, headers)
    if (answer.status !== 200)
      throw new Error(`${path} is answered with ${answer.status}: ${answer.body.slice(0, 200)}`)
    if (round > 0) ms.push(performance.now() - since)
  }
  return ms
}

/** Every list with every filter, order and search, as an admin and, where it may, as the admin of the largest fleet. */
export const measureCalls = async (caller: Caller): Promise<Times[]> => {
  const found: Times[] = []
  for (const [role, secret] of [
    ['admin', token],
    ['fleetadmin', fleetToken],
  ] as const) {
    const own = endpoints.filter(({ endpoint }) => (endpoint.roles as readonly string[]).includes(role))
    for (const list of lists.filter(({ path }) => own.some(({ endpoint }) => endpoint.path === path))) {
      const calls = []
      for (const query of callsOf(list, words))
        calls.push({ call: JSON.stringify(query), ms: await timed(caller, addressOf(list.path, query), secret) })
      const times = timesOf(`${list.path} (${role})`, calls)
      process.stdout.write(
        `  ${times.name}: p50 ${times.p50.toFixed(1)}, p95 ${times.p95.toFixed(1)}, ${times.slowest}\n`,
      )
      found.push(times)
    }
  }
  return found
}

const PAGE = 25
/** Pages to look for, the deepest first: a list may be shorter. */
const PAGES = [10_000, 4000, 1000, 200, 40]

/** The cursor before the deepest of these pages that the list has, found by counting rows off. */
const deepCursor = async (
  client: pg.Client,
  { text, values }: Statement,
  order: readonly string[],
): Promise<{ cursor: string; page: number } | null> => {
  for (const page of PAGES) {
    const { rows } = await client.query<{ list_mark: readonly unknown[] }>(`${text} offset ${(page - 1) * PAGE - 1}`, [
      ...values,
    ])
    const [row] = rows
    if (row === undefined) continue
    return { cursor: Buffer.from(JSON.stringify([...order, ...row.list_mark])).toString('base64url'), page }
  }
  return null
}

export interface Depth {
  readonly name: string
  readonly page: number
  /** ms of the page's statement in the database */
  readonly first: number
  readonly deep: number
  /** the same rows of the index alone; only where the list's order has one on its own table */
  readonly bare: number | null
}

const timedStatement = async (client: pg.Client, { text, values }: Statement): Promise<number> => {
  const ms: number[] = []
  for (let round = 0; round < 31; round++) {
    const since = performance.now()
    await client.query(text, [...values])
    if (round > 0) ms.push(performance.now() - since)
  }
  return quantile(ms, 0.5)
}

/**
 * The statements of page 1 and page 10,000 of each list in each order, each timed on one connection of the lists' pool.
 */
export const measureDepth = async ({ connection }: ScaleCity): Promise<Depth[]> => {
  const { app, url } = await openOurServer(connection)
  const client = new pg.Client({
    ...connection,
    options: '-c plan_cache_mode=force_custom_plan -c jit=off -c random_page_cost=1.1',
  })
  await client.connect()
  const pageStatement = async (list: OfficeList, query: Query): Promise<Statement> => {
    const seen = await watchStatements(() =>
      fetch(new URL(addressOf(list.path, query), url), { headers: { authorization: `Bearer ${token}` } }).then(
        (answer) => answer.text(),
      ),
    )
    const page = seen.find(({ text }) => text.includes('list_mark'))
    if (page === undefined) throw new Error(`${list.path} reads no page`)
    return page
  }
  try {
    const found: Depth[] = []
    for (const list of lists)
      for (const base of list.bases)
        for (const sort of list.sorts) {
          const query = { ...base, sort, direction: 'desc' }
          const first = await pageStatement(list, query)
          const deep = await deepCursor(client, first, [sort, 'desc'])
          if (deep === null) continue
          const depth = {
            name: `${list.path} ${JSON.stringify(query)}`,
            page: deep.page,
            first: await timedStatement(client, first),
            deep: await timedStatement(client, await pageStatement(list, { ...query, cursor: deep.cursor })),
            bare: list.path === '/api/bookings' && sort === 'tripdate' ? await bareTime(client, deep.page) : null,
          }
          process.stdout.write(
            `  ${depth.name}: page 1 ${depth.first.toFixed(2)} ms, page ${depth.page} ${depth.deep.toFixed(2)} ms\n`,
          )
          found.push(depth)
        }
    return found
  } finally {
    await client.end()
    await app.db.close()
  }
}

/** Without the search for the row where it begins. */
const bareTime = async (client: pg.Client, page: number): Promise<number> => {
  const { rows } = await client.query<{ tripdate: string; id: string }>(
    `select tripdate::text, id from bookings order by tripdate desc, id desc offset ${(page - 1) * PAGE} limit 1`,
  )
  return timedStatement(client, {
    text: `select * from bookings where (tripdate, id) < ($1, $2) order by tripdate desc, id desc limit ${PAGE + 1}`,
    values: [rows[0]?.tripdate, rows[0]?.id],
  })
}
