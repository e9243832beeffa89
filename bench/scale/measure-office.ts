import { request } from 'node:http'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { openCaller } from '../city/caller.ts'
import { insist, quantile } from '../pairs.ts'
import { timed, timesOf, type Times } from './measure-lists.ts'
import { fleetToken, token } from './open-city.ts'

type Caller = ReturnType<typeof openCaller>
const headers = { authorization: `Bearer ${token}` }

interface Earnings {
  readonly today: number
  readonly month: number
  readonly total: number
}

const readEarnings = async (caller: Caller): Promise<Earnings> =>
  (JSON.parse((await caller.call('GET', '/api/dashboard', headers)).body) as { earnings: Earnings }).earnings

/** The fees of paid bookings by their settlements, added up from the ledger in the operator's zone. */
const bruteEarnings = async (client: pg.Client, timezone: string): Promise<Earnings> => {
  const { rows } = await client.query<Record<keyof Earnings, string>>(
    `select coalesce(sum(e.amount) filter (where (t.at at time zone $1)::date = today), 0) as today,
      coalesce(sum(e.amount) filter (where (t.at at time zone $1)::date >= date_trunc('month', today)), 0) as month,
      coalesce(sum(e.amount), 0) as total
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id,
      (select (now() at time zone $1)::date as today) day
    where e.account = 'revenue' and t.kind = 'settlement'`,
    [timezone],
  )
  const cents = rows[0]!
  return { today: Number(cents.today) / 100, month: Number(cents.month) / 100, total: Number(cents.total) / 100 }
}

/**
 * Calls before the measured ones: a dashboard is read all day, and each connection of the pool plans a statement again
 * for its first uses.
 */
export const WARM_CALLS = 200

/** The calls of the dashboard; its sums equal those of the whole ledger. */
export const measureDashboard = async (caller: Caller, client: pg.Client, timezone: string): Promise<Times[]> => {
  const [shown, brute] = [await readEarnings(caller), await bruteEarnings(client, timezone)]
  insist(
    JSON.stringify(shown) === JSON.stringify(brute),
    `sums ${JSON.stringify(shown)}, ledger ${JSON.stringify(brute)}`,
  )
  const found: Times[] = []
  for (const [role, secret] of [
    ['admin', token],
    ['fleetadmin', fleetToken],
  ] as const)
    for (const path of ['/api/dashboard', '/api/dashboard/cars', '/api/dashboard/charts']) {
      await timed(caller, path, secret, WARM_CALLS)
      found.push(timesOf(`${path} (${role})`, [{ call: '', ms: await timed(caller, path, secret, 50) }]))
    }
  return found
}

export interface Rebuild {
  readonly seconds: number
  /** ms, of the dashboard while the sums are made */
  readonly p95: number
}

/** The operator's zone changes: how long until the new sums are shown, and the dashboard meanwhile. */
export const measureRebuild = async (caller: Caller, client: pg.Client, timezone: string): Promise<Rebuild> => {
  const before = await readEarnings(caller)
  const body = JSON.stringify({ settings: { timezone } })
  const answer = await caller.call('PATCH', '/api/settings', { ...headers, 'content-type': 'application/json' }, body)
  insist(answer.status === 200, `the zone is refused: ${answer.status} ${answer.body.slice(0, 300)}`)
  const since = performance.now()
  const ms: number[] = []
  for (;;) {
    const { rows } = await client.query<{ timezone: string }>('select timezone from earning_state')
    if (rows[0]?.timezone === timezone) break
    const asked = performance.now()
    const shown = await readEarnings(caller)
    ms.push(performance.now() - asked)
    const { rows: after } = await client.query<{ timezone: string }>('select timezone from earning_state')
    if (after[0]?.timezone !== timezone) insist(shown.total === before.total, 'the old sums are not shown meanwhile')
    await sleep(100)
  }
  const seconds = (performance.now() - since) / 1000
  const [shown, brute] = [await readEarnings(caller), await bruteEarnings(client, timezone)]
  insist(
    JSON.stringify(shown) === JSON.stringify(brute),
    `sums ${JSON.stringify(shown)}, ledger ${JSON.stringify(brute)}`,
  )
  return { seconds, p95: ms.length === 0 ? 0 : quantile(ms, 0.95) }
}

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

export interface Export {
  readonly rows: number
  readonly seconds: number
  /** MB of the server: at first, the medians of the first and the second half of the rows, the most */
  readonly before: number
  readonly early: number
  readonly late: number
  readonly most: number
}

/** Reads the first `most` lines of the bookings as CSV. */
export const measureExport = async (base: string, pid: number, most: number): Promise<Export> => {
  const before = residentMegabytes(pid)
  const since = performance.now()
  let rows = 0
  const [early, late]: [number[], number[]] = [[], []]
  await new Promise<void>((done, fail) => {
    const sent = request(new URL('/api/bookings/export?format=csv', base), { headers }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`the export is answered with ${response.statusCode}`))
      const sampling = setInterval(() => (rows > most / 2 ? late : early).push(residentMegabytes(pid)), 200)
      const end = (): void => {
        clearInterval(sampling)
        done()
      }
      response.on('data', (part: Buffer) => {
        for (const byte of part) if (byte === 10) rows++
        if (rows > most) response.destroy()
      })
      response.on('close', end)
    })
    sent.on('error', fail)
    sent.end()
  })
  return {
    rows,
    seconds: (performance.now() - since) / 1000,
    before,
    early: quantile(early, 0.5),
    late: quantile(late, 0.5),
    most: Math.max(...early, ...late),
  }
}
